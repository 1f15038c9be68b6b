import { group, type Probe } from "../probe.ts";
import type { Host } from "./host.ts";

/** Opened and closed again: what could be opened could be written. */
const WRITABLE = {
  "the program that is run on a crash": "/proc/sys/kernel/core_pattern",
  "the program that loads modules": "/proc/sys/kernel/modprobe",
  "the program that powers off": "/proc/sys/kernel/poweroff_cmd",
  "the capabilities of the kernel's helpers": "/proc/sys/kernel/usermodehelper/bset",
  "what the machine does after a panic": "/proc/sys/kernel/panic",
  "the randomisation of addresses": "/proc/sys/kernel/randomize_va_space",
  "who may read the kernel's log": "/proc/sys/kernel/dmesg_restrict",
  "who may use performance counters": "/proc/sys/kernel/perf_event_paranoid",
  "the next process number": "/proc/sys/kernel/ns_last_pid",
  "the machine's name": "/proc/sys/kernel/hostname",
  "the most processes": "/proc/sys/kernel/threads-max",
  "the promise of memory": "/proc/sys/vm/overcommit_memory",
  "the caches": "/proc/sys/vm/drop_caches",
  "the lowest address": "/proc/sys/vm/mmap_min_addr",
  "crashes of privileged programs": "/proc/sys/fs/suid_dumpable",
  "the protection of links": "/proc/sys/fs/protected_symlinks",
  "the most open files": "/proc/sys/fs/file-max",
  "the most user namespaces": "/proc/sys/user/max_user_namespaces",
  "the routing of packets": "/proc/sys/net/ipv4/ip_forward",
  "the console's magic keys": "/proc/sys/kernel/sysrq",
  "the trigger of the magic keys": "/proc/sysrq-trigger",
  "interpreters for binary formats": "/proc/sys/fs/binfmt_misc/register",
  "the program for device events": "/sys/kernel/uevent_helper",
  "sleep and power": "/sys/power/state",
  "huge pages": "/sys/kernel/mm/transparent_hugepage/enabled",
  "the control groups of version 1": "/sys/fs/cgroup/memory/cgroup.procs",
  "the control groups of version 2": "/sys/fs/cgroup/unified/cgroup.procs",
  "the control groups where there is one tree": "/sys/fs/cgroup/cgroup.procs",
  "the release agent of a control group": "/sys/fs/cgroup/memory/release_agent",
  "the kernel's tracing": "/sys/kernel/tracing/tracing_on",
  "the disk's queue": "/sys/block/vda/queue/scheduler",
  "the reboot mode": "/sys/kernel/reboot/mode",
  interrupts: "/proc/irq/default_smp_affinity",
} as const;

const READABLE = {
  "the kernel's memory": "/proc/kcore",
  "the kernel's log": "/proc/kmsg",
  "every page of memory": "/proc/kpageflags",
  "who holds which slab": "/proc/slabinfo",
  "the kernel's timers": "/proc/timer_list",
  "the memory map of the machine": "/sys/firmware/memmap",
  "the kernel's types": "/sys/kernel/btf/vmlinux",
} as const;

export function kernelSettingProbes({ mark }: Host): Probe[] {
  return group("kernel settings", [
    ...Object.entries(WRITABLE).map(([name, path]) => ({
      name: `write ${name}`,
      attempt: { kind: "open", path, for: "writing" } as const,
    })),
    ...Object.entries(READABLE).map(([name, path]) => ({
      name: `read ${name}`,
      attempt: { kind: "open", path, for: "reading" } as const,
    })),
    { name: "make a control group", attempt: { kind: "shell", script: makeGroup(mark), mark: "made" } },
    {
      name: "escape the memory killer",
      // Lower than before needs a privilege; higher needs none and would prove nothing.
      attempt: { kind: "shell", script: "echo -900 > /proc/self/oom_score_adj && echo lower", mark: "lower" },
    },
  ]);
}

function makeGroup(mark: string): string {
  const places = ["/sys/fs/cgroup", "/sys/fs/cgroup/pids", "/sys/fs/cgroup/unified"];
  return places.map((place) => `mkdir ${place}/probe-${mark} && rmdir ${place}/probe-${mark} && echo made`).join(";");
}
