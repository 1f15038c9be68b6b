import type { CallLimits, Launch, LaunchReport, MountIdentity } from "../bubblewrap/launch.ts";

export type ToSpawner =
  | { readonly type: "launch"; readonly id: number; readonly launch: Launch }
  /** With a number: one of several calls, and with it the sandbox that serves them. */
  | { readonly type: "cancel"; readonly id: number; readonly call?: number }
  /** Of a conversation: what the command is to read, and that nothing more will come. */
  | { readonly type: "input"; readonly id: number; readonly data: Uint8Array }
  | { readonly type: "close"; readonly id: number }
  /** To one that stands ready. */
  | { readonly type: "call"; readonly id: number; readonly call: SentCall }
  /** Bytes that launches will name. */
  | { readonly type: "keep"; readonly name: string; readonly data: Uint8Array }
  | { readonly type: "drop"; readonly name: string };

export interface SentCall {
  readonly number: number;
  /** One line that the runner reads. */
  readonly line: Uint8Array;
  readonly limits: CallLimits;
}

/** `egress` carries the socket itself as the message's handle. */
export type FromSpawner =
  | { readonly type: "ready" }
  /** There was no room for it: it has to be given again. */
  | { readonly type: "unkept"; readonly name: string }
  | { readonly type: "egress"; readonly id: number }
  | { readonly type: "output"; readonly id: number; readonly data: Uint8Array }
  /** It stands in its finished sandbox and waits for a call. */
  | { readonly type: "standing"; readonly id: number; readonly mounts: readonly MountIdentity[] }
  /** A call is over. One of several: the sandbox goes on. The only one: its sandbox is being cleared away. */
  | { readonly type: "served"; readonly id: number; readonly call: number; readonly report: LaunchReport }
  | { readonly type: "report"; readonly id: number; readonly report: LaunchReport }
  | { readonly type: "failed"; readonly id: number; readonly message: string };
