import { type Answer, answered, group, type Probe, program, succeeded, text } from "../probe.ts";
import { type CallName, callNumber } from "../program/call-numbers.ts";
import type { Argument } from "../program/call-program.ts";
import type { Host } from "./host.ts";

const HERE = -100;
const NOWHERE = text("/airlock-no-such-place");
const X32 = 0x40000000;
const LEGACY_GETPID = 20;
const NO_RANDOM_ADDRESSES = 0x0040000;
const PROCESS_KEYRING = -2;
const SESSION_KEYRING = -3;
/** Typing into a terminal; with bits above the 32 that the kernel reads, which a careless filter compares. */
const [TYPE, TYPE_WITH_HIGH_BITS, CONSOLE] = [0x5412n, 0x1_0000_5412n, 0x541cn];

/**
 * Calls with a record of escapes, or with which only the owner of a machine has business. Arguments are such that nothing happens
 * even where all is allowed: a wrong magic, a place that does not exist, a descriptor that nobody has.
 */
const CALLS: readonly [name: string, call: CallName, ...list: Argument[]][] = [
  ["use io_uring", "io_uring_setup", 1, Buffer.alloc(120)],
  ["load a program into the kernel", "bpf", 0, Buffer.alloc(72), 72],
  [
    "count what the processor does",
    "perf_event_open",
    Buffer.from([1, 0, 0, 0, 112, ...Array(107).fill(0)]),
    0,
    -1,
    -1,
    0,
  ],
  ["handle page faults", "userfaultfd", 1],
  ["hide memory", "memfd_secret", 0],
  ["keep a key in the kernel", "add_key", text("user"), text("airlock"), text("x"), 1, PROCESS_KEYRING],
  ["ask for a key", "request_key", text("user"), text("airlock-no-such-key"), 0, 0],
  ["find the session's keyring", "keyctl", 0, SESSION_KEYRING, 0],
  ["load another kernel", "kexec_load", 0, 0, 0, 0xff],
  ["load another kernel by its file", "kexec_file_load", -1, -1, 0, 0, 0xff],
  ["load a module", "init_module", 0, 0, text("")],
  ["load a module by its file", "finit_module", -1, text(""), 0],
  ["unload a module", "delete_module", text("airlock_no_such_module"), 0],
  ["restart the machine", "reboot", 0, 0, 0, 0],
  ["swap to a file", "swapon", NOWHERE, 0],
  ["stop swapping", "swapoff", NOWHERE],
  ["keep accounts of processes", "acct", NOWHERE],
  ["change quotas", "quotactl", 0x80000700, NOWHERE, 0, 0],
  ["change quotas by descriptor", "quotactl_fd", -1, 0x80000700, 0, 0],
  ["watch every file", "fanotify_init", 0, 0],
  ["read the kernel's log", "syslog", 10, 0, 0],
  ["hang up the terminal", "vhangup"],
  ["reach ports of the processor", "iopl", 3],
  ["reach one port of the processor", "ioperm", 0x80, 1, 1],
  ["change segments", "modify_ldt", 0, Buffer.alloc(64), 64],
  ["place memory", "mbind", 0, 0, 0, 0, 0, 0],
  ["choose where memory comes from", "set_mempolicy", 0, 0, 0],
  ["move a process's memory", "migrate_pages", 0, 0, 0, 0],
  ["move pages", "move_pages", 0, 0, 0, 0, 0, 0],
  ["lend pages to a pipe", "vmsplice", -1, 0, 0, 0],
  ["remap pages", "remap_file_pages", 0, 0, 0, 0, 0],
  ["change our security label", "lsm_set_self_attr", 100, 0, 0, 0],
  ["advise another process's memory", "process_madvise", -1, 0, 0, 0, 0],
  ["type into the terminal", "ioctl", 0, TYPE, text("x")],
  ["type into the terminal, with bits that the kernel does not read", "ioctl", 0, TYPE_WITH_HIGH_BITS, text("x")],
  ["paste on the console", "ioctl", 0, CONSOLE, text("\x03")],
];

export function systemCallProbes({ architecture }: Host): Probe[] {
  const one = (call: CallName, ...list: Argument[]) =>
    program(architecture, [{ number: callNumber(call, architecture), arguments: list }]);
  const listed = CALLS.map(([name, call, ...list]) => ({ name, attempt: one(call, ...list), reached: answered }));
  return group("system calls", [
    ...listed,
    {
      name: "switch off the randomisation of our addresses",
      attempt: one("personality", NO_RANDOM_ADDRESSES),
      reached: succeeded,
    },
    {
      name: "call the kernel as a program of x32 would",
      attempt: program(architecture, [{ number: X32 | callNumber("getpid", architecture) }]),
      reached: succeeded,
    },
    ...(architecture === "x64"
      ? [
          {
            name: "call the kernel as a program of 32 bits would",
            attempt: program(architecture, [{ number: LEGACY_GETPID, legacy: true }]),
            reached: (answer: Answer) => "returned" in answer && (answer.returned[0] ?? 0) > 0,
          },
        ]
      : []),
    {
      name: "open a file past the filter by another way of naming it",
      attempt: one("openat", HERE, text("/proc/self/root/etc/shadow"), 0, 0),
      reached: succeeded,
    },
  ]);
}
