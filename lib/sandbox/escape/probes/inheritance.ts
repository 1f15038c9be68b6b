import { group, type Probe, program, succeeded, text } from "../probe.ts";
import { callNumber } from "../program/call-numbers.ts";
import type { Host } from "./host.ts";

const TO_THE_ROOT = "../../../../../../../..";

/** What a tool may have by being started: descriptors, variables and arguments that somebody forgot. */
export function inheritanceProbes({ architecture, leaked, mark, secret, hostName }: Host): Probe[] {
  const openat = (from: number, path: string) =>
    program(architecture, [{ number: callNumber("openat", architecture), arguments: [from, text(path), 0, 0] }]);
  return [
    ...group("descriptors", [
      { name: "find a file of the host open", attempt: { kind: "look", at: "descriptors", mark: leaked.path } },
      { name: "read it by its number", attempt: { kind: "find", path: `/proc/self/fd/${leaked.file}`, mark } },
      {
        name: "open a file below a directory left open",
        attempt: { kind: "find", path: `/proc/self/fd/${leaked.root}${secret}`, mark },
      },
      {
        name: "read it by its number from what we start",
        attempt: { kind: "shell", script: `cat /proc/self/fd/${leaked.file}`, mark },
      },
      {
        name: "find it open in the process that started us",
        attempt: { kind: "find", path: `/proc/parent/fd/${leaked.file}`, mark },
      },
      { name: "take what we read for ourselves, and write it", attempt: { kind: "look", at: "input", mark } },
      { name: "climb from our own directory", attempt: openat(-100, `${TO_THE_ROOT}${secret}`), reached: succeeded },
    ]),
    ...group("environment", [
      { name: "see the dispatcher's variables in our own", attempt: { kind: "look", at: "variables", mark } },
      {
        name: "see them in those of the process that started us",
        attempt: { kind: "find", path: "/proc/parent/environ", mark },
      },
      {
        name: "see them in those of what we start",
        attempt: { kind: "shell", script: "env", mark },
      },
      { name: "see the dispatcher's arguments", attempt: { kind: "find", path: "/proc/parent/cmdline", mark } },
      {
        name: "see them in any process",
        attempt: { kind: "shell", script: `cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' '\\n'`, mark },
      },
      { name: "see the machine's name", attempt: { kind: "look", at: "host name", mark: hostName } },
      {
        name: "see the machine's name in the kernel's words",
        attempt: { kind: "find", path: "/proc/sys/kernel/hostname", mark: hostName },
      },
      {
        name: "have code put before every program",
        attempt: {
          kind: "shell",
          script: "echo ${LD_PRELOAD:+set} ${NODE_OPTIONS:+set} ${BASH_ENV:+set}",
          mark: "set",
        },
      },
    ]),
  ];
}
