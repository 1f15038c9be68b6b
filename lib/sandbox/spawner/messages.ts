import type { Launch, LaunchReport } from "../bubblewrap/launch.ts";

export type ToSpawner =
  | { readonly type: "launch"; readonly id: number; readonly launch: Launch }
  | { readonly type: "cancel"; readonly id: number }
  /** Of a conversation: what the command is to read, and that nothing more will come. */
  | { readonly type: "input"; readonly id: number; readonly data: Uint8Array }
  | { readonly type: "close"; readonly id: number };

/** `egress` carries the socket itself as the message's handle. */
export type FromSpawner =
  | { readonly type: "ready" }
  | { readonly type: "egress"; readonly id: number }
  | { readonly type: "output"; readonly id: number; readonly data: Uint8Array }
  | { readonly type: "report"; readonly id: number; readonly report: LaunchReport }
  | { readonly type: "failed"; readonly id: number; readonly message: string };
