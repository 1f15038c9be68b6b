import { group, type Probe, program, succeeded, text } from "../probe.ts";
import { type CallName, callNumber } from "../program/call-numbers.ts";
import type { Argument } from "../program/call-program.ts";
import type { Host } from "./host.ts";

const FAMILIES: readonly [name: string, family: number, type: number, protocol: number][] = [
  ["programs of this machine", 1, 1, 0],
  ["programs of this machine, by datagrams", 1, 2, 0],
  ["programs of this machine, by packets", 1, 5, 0],
  ["the hypervisor", 40, 1, 0],
  ["the hypervisor, by datagrams", 40, 2, 0],
  ["the kernel's routes", 16, 3, 0],
  ["the kernel's firewall", 16, 3, 12],
  ["the kernel's audit", 16, 3, 9],
  ["the kernel's device events", 16, 3, 15],
  ["the kernel's ciphers", 38, 5, 0],
  ["every packet on the wire", 17, 3, 0x0300],
  ["the kernel's key management", 15, 3, 2],
  ["the express path", 44, 3, 0],
  ["bluetooth", 31, 3, 1],
  ["a cluster", 30, 1, 0],
  ["the car's bus", 29, 3, 1],
];
const [INET, INET6] = [2, 10];
const ANY_PERMISSION = 0;

/** Sockets, queues, segments and ports by which another program, the kernel or the hypervisor could be talked with. */
export function doorProbes({ architecture, mark, sockets, ports, ipcKey, queue }: Host): Probe[] {
  const one = (call: CallName, ...list: Argument[]) =>
    program(architecture, [{ number: callNumber(call, architecture), arguments: list }]);
  const socket = (...list: number[]) => one("socket", ...list);
  return [
    ...group("local doors", [
      ...FAMILIES.map(([name, ...list]) => ({
        name: `make a socket to ${name}`,
        attempt: socket(...list),
        reached: succeeded,
      })),
      { name: "talk to a program of the host", attempt: { kind: "connect", to: { path: sockets.path }, mark } },
      {
        name: "talk to a program of the host through the workspace",
        attempt: { kind: "connect", to: { path: "{workspace}/door" }, mark },
      },
      {
        name: "talk to a program of the host by a name without a file",
        attempt: { kind: "connect", to: { path: `\0${sockets.abstract}` }, mark },
      },
      { name: "see the host's sockets", attempt: { kind: "find", path: "/proc/net/unix", mark: sockets.abstract } },
      { name: "find the host's shared memory", attempt: one("shmget", ipcKey, 0, ANY_PERMISSION), reached: succeeded },
      { name: "find the host's semaphores", attempt: one("semget", ipcKey, 0, ANY_PERMISSION), reached: succeeded },
      { name: "find the host's message queue", attempt: one("msgget", ipcKey, ANY_PERMISSION), reached: succeeded },
      { name: "find the host's POSIX queue", attempt: one("mq_open", text(queue), 0, 0, 0), reached: succeeded },
      {
        name: "see the host's shared memory in the kernel's words",
        attempt: { kind: "find", path: "/proc/sysvipc/shm", mark: `${ipcKey} ` },
      },
    ]),
    ...group("network", [
      {
        name: "reach the host's loopback",
        attempt: { kind: "connect", to: { host: "127.0.0.1", port: ports.v4 }, mark },
      },
      {
        name: "reach the host's loopback by another of its addresses",
        attempt: { kind: "connect", to: { host: "127.8.8.8", port: ports.v4 }, mark },
      },
      {
        name: "reach the host by the address of nowhere",
        attempt: { kind: "connect", to: { host: "0.0.0.0", port: ports.v4 }, mark },
      },
      {
        name: "reach the host by an address of version 4 in one of version 6",
        attempt: { kind: "connect", to: { host: "::ffff:127.0.0.1", port: ports.v4 }, mark },
      },
      ...(ports.v6 === null
        ? []
        : [
            {
              name: "reach the host's loopback of version 6",
              attempt: { kind: "connect", to: { host: "::1", port: ports.v6 }, mark } as const,
            },
          ]),
      { name: "see the host's interfaces", attempt: { kind: "look", at: "interfaces", mark } },
      {
        name: "see the host's connections",
        attempt: {
          kind: "find",
          path: "/proc/net/tcp",
          mark: `:${ports.v4.toString(16).toUpperCase().padStart(4, "0")} `,
        },
      },
      { name: "make a raw socket", attempt: socket(INET, 3, 1), reached: succeeded },
      { name: "make a raw socket of version 6", attempt: socket(INET6, 3, 58), reached: succeeded },
      {
        name: "make a socket of version 4",
        attempt: socket(INET, 1, 0),
        reached: succeeded,
        notIn: ["network"] as const,
      },
      {
        name: "make a socket of version 6",
        attempt: socket(INET6, 1, 0),
        reached: succeeded,
        notIn: ["network"] as const,
      },
      {
        name: "make a socket for datagrams",
        attempt: socket(INET, 2, 0),
        reached: succeeded,
        notIn: ["network"] as const,
      },
      {
        name: "make a socket for datagrams of version 6",
        attempt: socket(INET6, 2, 0),
        reached: succeeded,
        notIn: ["network"] as const,
      },
      { name: "make a socket for pings", attempt: socket(INET, 2, 1), reached: succeeded, notIn: ["network"] as const },
    ]),
  ];
}
