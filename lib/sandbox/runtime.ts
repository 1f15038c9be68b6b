import type { Outcome } from "#lib/errors/outcome.ts";
import type { Backend } from "#lib/policy/vocabulary.ts";
import type { PlanRequest } from "./build-plan.ts";
import type { SandboxPlan } from "./plan.ts";
import type { SandboxResult } from "./result.ts";
import type { SelfTestReport } from "./self-test/report.ts";

/** Whose call it is; given to the tool's environment so that its own logs can be matched with ours. */
export interface Correlation {
  readonly agentId?: string;
  readonly sessionId?: string;
  readonly taskId?: string;
  readonly requestId?: string;
}

export interface RunOptions {
  /** For a bundle the JSON of `{input, context}`. */
  readonly stdin?: string | Uint8Array;
  /** The bundle's file. Its bytes must have the hash that the plan names. */
  readonly bundlePath?: string;
  readonly signal?: AbortSignal;
  readonly correlation?: Correlation;
}

/** Something that can hold a call. It runs plans made for it and refuses all others; it never runs anything bare. */
export interface SandboxBackend {
  readonly name: Backend;
  run(plan: SandboxPlan, options: RunOptions): Promise<SandboxResult>;
  close(): Promise<void>;
}

/** What the dispatcher and the command line hold: the best backend that proved itself here, or the one that refuses. */
export interface SandboxRuntime extends SandboxBackend {
  readonly reports: readonly SelfTestReport[];
  plan(request: PlanRequest): Outcome<SandboxPlan>;
}
