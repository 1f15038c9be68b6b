import type { ActionType } from "#lib/policy/action-types.ts";
import type { AccessLevel, Category, InvocationState } from "#lib/policy/vocabulary.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import type { Stance } from "./stance.ts";

/** What a rehearsal has to know of a call that was asked: the narrow row, never its input. */
export interface RecordedCall {
  readonly id: string;
  readonly agentId: string;
  readonly versionId: string;
  readonly sessionId: string | null;
  readonly taskId: string | null;
  /** Milliseconds since 1970, as all times here. */
  readonly askedAt: number;
  readonly endedAt: number | null;
  readonly status: InvocationState;
  readonly cost: number | null;
  /** What was decided when it was asked. */
  readonly recorded: Stance;
  /** Denied by a kill switch, a cap, a standing rule or an outside check, which are no part of a policy. */
  readonly deniedForTheMoment: boolean;
}

/** The version of a tool that a call was asked of, with what decides. */
export interface RecordedTool {
  readonly versionId: string;
  readonly number: number;
  /** Whether this version is still the one in force. */
  readonly inForce: boolean;
  readonly requiresApproval: boolean;
  /** Whether the scanner raised an alarm about it. */
  readonly alarmed: boolean;
  readonly contract: Pick<
    ToolContract,
    | "name"
    | "safetyClass"
    | "egressClass"
    | "category"
    | "actionType"
    | "policy"
    | "constraints"
    | "inputSchema"
    | "gate"
    | "maxCost"
  >;
}

/** The agent as it is now: a rehearsal asks what would become of the same calls if they came again. */
export interface RehearsedAgent {
  readonly id: string;
  readonly name: string;
  readonly frozen: boolean;
  readonly declared: AccessLevel;
  readonly trust: Partial<Record<"all" | Category, AccessLevel>>;
  readonly hasProject: boolean;
}

/** How often a tool was called in one session or task before the first call that is rehearsed. */
export interface Tally {
  readonly agentId: string;
  readonly per: "session" | "task";
  readonly group: string | null;
  readonly tool: string;
  readonly actionType: ActionType;
  readonly category: Category;
  readonly made: number;
  readonly completed: boolean;
}
