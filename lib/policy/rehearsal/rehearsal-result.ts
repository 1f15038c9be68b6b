import type { Stance } from "./stance.ts";

/** What a rehearsal found, as the page shows it and the command line prints it. Times are milliseconds since 1970. */
export interface RehearsalResult {
  readonly calls: number;
  readonly changed: number;
  readonly looser: number;
  readonly stricter: number;
  /** Calls that the policy in force would decide otherwise than was decided when they were asked. */
  readonly decidedOtherwise: number;
  readonly firstAskedAt: number | null;
  readonly lastAskedAt: number | null;
  /** The looser ones first. */
  readonly transitions: readonly RehearsedTransition[];
  /** Agent by tool; those with the most that gets looser first, then those with the most changes. */
  readonly pairs: readonly RehearsedPair[];
  readonly pairsLeftOut: number;
  readonly reasons: readonly RehearsalReason[];
  /** Versions that are not in force any more: their calls were decided by the contract that they had then. */
  readonly replaced: readonly ReplacedVersion[];
}

export interface RehearsedTransition {
  readonly from: Stance;
  readonly to: Stance;
  readonly looser: boolean;
  readonly calls: number;
}

export interface RehearsedPair {
  readonly agentId: string;
  readonly agent: string;
  readonly tool: string;
  readonly calls: number;
  readonly changed: number;
  readonly looser: number;
  readonly transitions: readonly RehearsedTransition[];
  /** The newest few of each transition. */
  readonly examples: readonly RehearsedExample[];
}

export interface RehearsedExample {
  readonly id: string;
  readonly askedAt: number;
  readonly from: Stance;
  readonly to: Stance;
}

/** A line that only one of the two traces has, over all calls that change. */
export interface RehearsalReason {
  /** `gone`: only the policy in force says it. `new`: only the changed one does. */
  readonly side: "gone" | "new";
  readonly rule: string;
  readonly concluded: "pass" | "run" | "hold" | "deny";
  readonly people?: number;
  readonly sentence: string;
  readonly calls: number;
}

export interface ReplacedVersion {
  readonly tool: string;
  readonly version: number;
  readonly calls: number;
}
