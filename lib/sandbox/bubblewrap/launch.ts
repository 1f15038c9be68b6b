import type { Namespace } from "./namespaces.ts";

/**
 * One launch as data: what the spawner is asked to do. It crosses a process boundary, so it holds values only, and the
 * spawner imports nothing but this.
 */

/** Who the tool is inside. Which host user stands behind the number is not the tool's to know. */
export const INSIDE_ID = 1000;

/** What the child finds at a descriptor number ≥ 3, in order. */
export type Descriptor =
  /** bubblewrap's arguments, read to the end; whoever starts it puts the namespaces in front that are still to be made. */
  | { readonly kind: "arguments"; readonly data: Uint8Array }
  /** The same, for what many launches share: the spawner was given it before, under this name. */
  | { readonly kind: "kept"; readonly name: string }
  /** The same, for what must never touch a disk: it goes through a pipe. */
  | { readonly kind: "secret"; readonly data: Uint8Array }
  /** A directory or file, opened without following any link. */
  | {
      readonly kind: "mount";
      readonly path: string;
      readonly create: boolean;
      /** Prepared there, without exec, and bound from there by its path: then the number itself leads to nothing. */
      readonly place?: string;
    }
  /** The door of one of the launch's groups, by its place among them: whoever writes 0 there joins. Never left to bubblewrap. */
  | { readonly kind: "door"; readonly group: number }
  /** A file with lines of JSON by which bubblewrap says whether the command was reached, and how it ended. */
  | { readonly kind: "status" }
  /** The runner's answers. */
  | { readonly kind: "answer" }
  /** The only way out to the network: handed to whoever asked for the launch. */
  | { readonly kind: "egress" }
  /** Together: bubblewrap names its child and waits until every user of the host is mapped into its namespace. */
  | { readonly kind: "info" }
  /**
   * The byte that ends the wait, and then the content of a file: bubblewrap's second process keeps this descriptor open,
   * and only reading it to the end as a file makes it close it before the tool starts.
   */
  | { readonly kind: "release"; readonly data: Uint8Array };

/**
 * What it reads. `whole`: this, from the start. `conversation`: what is said to it while it runs. `one call`: it stands
 * ready and gets one later. `calls`: it stands ready and serves until it is ended. The clock, the count of processor
 * time and the allowance of output of the last two run from the call, not from the start.
 */
export type LaunchInput =
  | { readonly kind: "whole"; readonly data: Uint8Array }
  | { readonly kind: "conversation" }
  | { readonly kind: "one call" }
  | { readonly kind: "calls" };

export interface Launch {
  readonly bubblewrap: string;
  /** Words before it that make the sandbox's network; empty where it makes its own. See `low-ports.ts`. */
  readonly networkBy: readonly string[];
  /** Where users are mapped: the network gets its low ports at the same moment. */
  readonly lowPorts: boolean;
  /** All that it has to have of its own, without a network that `networkBy` makes. */
  readonly namespaces: readonly Namespace[];
  readonly descriptors: readonly Descriptor[];
  /** After bubblewrap's own `--`. */
  readonly command: readonly string[];
  /** Joins the groups; `env` empties the environment where this shell does not leave it empty. */
  readonly shell: { readonly sh: string; readonly env: string | null };
  /**
   * Set by the shell before anything else runs, where the process limit is a group's: then nothing has to be set inside,
   * and one program less is started. Null: the command does it itself.
   */
  readonly resources: { readonly cpuSeconds: number; readonly fileBytes: number; readonly openFiles: number } | null;
  /** Step down to a uid of its own first. Absent where we are not root and have only one. */
  readonly stepDown: {
    readonly setpriv: string;
    /** Before the first program, where that was seen to do as well and nothing has to be done as root first. See `early-step-down.ts`. */
    readonly early: boolean;
    readonly nsenter: string;
    /** The uid belongs to this directory, which is given to it; without one the uid is used once. */
    readonly workspace: string | null;
  } | null;
  /** Where we are not root: arms the signal that ends it with the spawner, before anything else. */
  readonly armedBy: string | null;
  /** Where programs are listed: how the places are made on which nothing can be started. See `places-without-exec.ts`. */
  readonly withoutExec: WithoutExec | null;
  readonly groups: readonly GroupOrder[];
  readonly input: LaunchInput;
  readonly limits: CallLimits;
}

export interface WithoutExec {
  /** The directory that is covered by the places. */
  readonly here: string;
  readonly unshare: string;
  readonly sh: string;
  readonly mount: string;
  readonly stat: string;
  /** Where we are not root: arms the signal again that ends it with the spawner. */
  readonly armedBy: string | null;
  readonly empty: readonly { readonly source: string; readonly bytes: number }[];
}

export interface CallLimits {
  readonly wallMs: number;
  readonly outputBytes: number;
  /** Sum over all processes; watched only where a group counts it. */
  readonly cpuMs: number;
}

/** A control group to make for this launch, and what to write into it. */
export interface GroupOrder {
  readonly version: 1 | 2;
  readonly directory: string;
  readonly settings: readonly { readonly file: string; readonly value: string; readonly required: boolean }[];
  readonly counts: readonly ("memory" | "cpuacct")[];
  /** Its share of the processors can be set: little while it is made ahead of its call. */
  readonly shares: boolean;
  readonly canKill: boolean;
}

/** `closed`: its conversation was over, and it did not end by itself. */
export type StopReason = "wall" | "output" | "cpu" | "memory" | "cancelled" | "closed";

export interface LaunchReport {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Of one that stood ready: whether the runner has read the call. If not, nothing of the tool was ever loaded. */
  readonly taken?: boolean;
  /** Whether the command was reached at all; if not, `stderr` is the launcher's and not the tool's. */
  readonly started: boolean;
  readonly stopped: StopReason | null;
  readonly truncated: boolean;
  /** Empty after a conversation, where it was handed on as it came. */
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  readonly answer: Uint8Array;
  /** Everything it wrote, kept or handed on. */
  readonly outputBytes: number;
  readonly wallMs: number;
  readonly cpuMs: number | null;
  readonly maxMemoryBytes: number | null;
}

/** Which directory or file was bound: the device, the number on it, and whose it was. */
export type MountIdentity = readonly [device: number, inode: number, owner: number];
