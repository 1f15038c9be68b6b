import { dirname } from "node:path";
import { group, type Probe } from "../probe.ts";
import type { Host } from "./host.ts";

const SYSTEM_PLACES = [
  "/",
  "/run",
  "/dev",
  "/etc",
  "/usr/bin",
  "/usr/lib",
  "/var/spool",
  "/var/lib",
  "/var/log",
  "/root",
  "/boot",
  "/opt",
  "/srv",
];

/** Reading what no policy names, and leaving something where somebody else would run or read it. */
export function fileProbes(host: Host): Probe[] {
  const { mark, secret } = host;
  const find = (name: string, path: string) => ({ name, attempt: { kind: "find", path, mark } as const });
  const leaveIn = (place: string) => ({
    name: `leave a file in ${place}`,
    attempt: { kind: "leave", path: `${place}/airlock-probe-${mark}` } as const,
  });
  return group("files and paths", [
    find("read a file that no policy names", secret),
    find("read it by climbing out of the workspace", `{workspace}/../../../../../../../..${secret}`),
    find("read it by climbing above the root", `/../../../..${secret}`),
    find("read it through a link in the workspace", "{workspace}/way-out"),
    find("read it through a linked directory in the workspace", "{workspace}/way-out-directory/secret"),
    find("read it through the root of the process that started us", `/proc/parent/root${secret}`),
    find("read it through our own root", `/proc/self/root${secret}`),
    find("read it through our own directory", `/proc/self/cwd/../../../../../..${secret}`),
    find("read what another agent keeps", host.neighbourSecret),
    find("read what another agent keeps, beside our own", "{workspace}/../neighbour/secret"),
    find("read what the dispatcher keeps", host.stateSecret),
    { name: "list a directory that no policy names", attempt: { kind: "list", path: host.privateFolder } },
    { name: "list the operators' homes", attempt: { kind: "list", path: "/home" } },
    { name: "list root's home", attempt: { kind: "list", path: "/root" } },
    { name: "list what runs at boot", attempt: { kind: "list", path: "/etc/init.d" } },
    { name: "list what is mounted elsewhere", attempt: { kind: "list", path: "/mnt" } },
    { name: "list the locks of services", attempt: { kind: "list", path: "/run/lock" } },
    { name: "open the machine's passwords", attempt: { kind: "open", path: "/etc/shadow", for: "reading" } },
    { name: "open the machine's identity", attempt: { kind: "open", path: "/etc/machine-id", for: "reading" } },
    { name: "open the resolver's settings", attempt: { kind: "open", path: "/etc/resolv.conf", for: "reading" } },
    { name: "open a system program for writing", attempt: { kind: "open", path: "/usr/bin/env", for: "writing" } },
    {
      name: "see the machine's users",
      attempt: { kind: "shell", script: "grep -q ^root: /etc/passwd && echo seen", mark: "seen" },
    },
    ...[dirname(secret), "/tmp", "/dev/shm", "/var/tmp"].map(leaveIn),
    ...SYSTEM_PLACES.map((path) => ({ name: `write to ${path}`, attempt: { kind: "enter", path } as const })),
    {
      name: "link a system file into the workspace",
      attempt: {
        kind: "shell",
        script: "ln /usr/bin/env {workspace}/env && echo linked; rm -f {workspace}/env",
        mark: "linked",
      },
    },
  ]);
}
