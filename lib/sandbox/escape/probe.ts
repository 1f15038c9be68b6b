import type { Architecture } from "#lib/sandbox/seccomp/syscalls.ts";
import { type Call, callProgram } from "./program/call-program.ts";

/**
 * One way out of a sandbox, as data: what to try, and when it counts as having worked. A probe detects; it changes nothing that
 * outlives it, because it is also tried on the bare machine, to show that it bites. It carries nothing away but marks of
 * our own.
 */
export interface Probe {
  readonly group: Group;
  readonly name: string;
  readonly attempt: Attempt;
  readonly reached: (answer: Answer) => boolean;
  /** Where a plan gives by intent what is tried here: sockets that reach its own loopback, or one capability over files. */
  readonly notIn?: readonly Way[];
}

/**
 * Plans that differ in what protects them: the workspace alone, with network, with a directory of the host; and the workspace alone
 * in a sandbox that is kept for its agent's next call.
 */
export const WAYS = ["alone", "network", "named", "kept"] as const;
export type Way = (typeof WAYS)[number];

export const GROUPS = [
  "files and paths",
  "kernel settings",
  "devices",
  "namespaces and mounts",
  "privileges",
  "system calls",
  "processes",
  "descriptors",
  "environment",
  "local doors",
  "network",
  "clock, name and terminal",
  "limits",
] as const;
export type Group = (typeof GROUPS)[number];

/** What `probe-runner.mjs` knows to do. */
export type Attempt =
  | { readonly kind: "open"; readonly path: string; readonly for: "reading" | "writing" }
  | { readonly kind: "list"; readonly path: string }
  /** Whether a directory could be written; nothing is. */
  | { readonly kind: "enter"; readonly path: string }
  /** In a path, /proc/parent is the process that started the one that tries. */
  | { readonly kind: "find"; readonly path: string; readonly mark: string }
  /** Leaves a file; whether it is there is looked up on the host. */
  | { readonly kind: "leave"; readonly path: string }
  | { readonly kind: "calls"; readonly program: string }
  | { readonly kind: "shell"; readonly script: string; readonly mark: string }
  | { readonly kind: "connect"; readonly to: Address; readonly mark: string }
  | { readonly kind: "look"; readonly at: Sight; readonly mark: string };

export type Address = { readonly path: string } | { readonly host: string; readonly port: number };
export type Sight =
  | "interfaces"
  | "processes"
  | "descriptors"
  | "variables"
  | "host name"
  | "open files"
  | "children"
  | "debugger"
  | "input";

/** What came back: a word, or what each system call returned. */
export type Answer =
  | { readonly said: string }
  | { readonly returned: readonly number[] }
  | { readonly killedBy: string };

type Parts = Omit<Probe, "reached" | "group"> & Partial<Pick<Probe, "reached">>;

/** Most attempts say themselves whether they got there. */
export function group(name: Group, probes: readonly Parts[]): Probe[] {
  return probes.map((probe) => ({ reached: saidSo, ...probe, group: name }));
}

function saidSo(answer: Answer): boolean {
  return "said" in answer && answer.said === "reached";
}

const [EPERM, EACCES, ENOSYS, ESRCH] = [1, 13, 38, 3];

/** The kernel did it. */
export function succeeded(answer: Answer): boolean {
  return "returned" in answer && (answer.returned.at(-1) ?? -1) >= 0;
}

/** The kernel's own code was reached, whatever it thought of the arguments: a filter in front of it would not have let it. */
export function answered(answer: Answer): boolean {
  if (!("returned" in answer)) return false;
  return ![-EPERM, -EACCES, -ENOSYS, -ESRCH].includes(answer.returned.at(-1) ?? -EPERM);
}

/** The machine's architecture decides the numbers; a call that one of them never had is no probe there. */
export function program(architecture: Architecture, calls: readonly Call[]): Attempt {
  return { kind: "calls", program: callProgram(calls, architecture).toString("base64") };
}

export function text(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}
