/**
 * One launch as data: what the spawner is asked to do. It crosses a process boundary, so it holds values only, and the
 * spawner imports nothing but this.
 */

/** Who the tool is inside. Which host user stands behind the number is not the tool's to know. */
export const INSIDE_ID = 1000;

/** What the child finds at a descriptor number ≥ 3, in order. */
export type Descriptor =
  /** Bytes it reads to the end: arguments, the filter, files made from memory. */
  | { readonly kind: "bytes"; readonly data: Uint8Array }
  /** A directory or file, opened without following any link. */
  | { readonly kind: "mount"; readonly path: string; readonly create: boolean }
  /** Lines of JSON by which bubblewrap says whether the command was reached, and how it ended. */
  | { readonly kind: "status" }
  /** The runner's one answer. */
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

export interface Launch {
  readonly bubblewrap: string;
  readonly descriptors: readonly Descriptor[];
  /** After bubblewrap's own `--`. */
  readonly command: readonly string[];
  /** Both of them, to join the groups and to start with an empty environment. */
  readonly shell: { readonly sh: string; readonly env: string };
  /** Step down to a uid of its own first. Absent where we are not root and have only one. */
  readonly stepDown: {
    readonly setpriv: string;
    readonly nsenter: string;
    /** The uid belongs to this directory, which is given to it; without one the uid is used once. */
    readonly workspace: string | null;
  } | null;
  readonly groups: readonly GroupOrder[];
  /** What it reads, whole. Null for a conversation: both ways stay open while it runs. */
  readonly stdin: Uint8Array | null;
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
  readonly canKill: boolean;
}

export interface LaunchReport {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Whether the command was reached at all; if not, `stderr` is the launcher's and not the tool's. */
  readonly started: boolean;
  /** `closed`: its conversation was over, and it did not end by itself. */
  readonly stopped: "wall" | "output" | "cpu" | "memory" | "cancelled" | "closed" | null;
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
