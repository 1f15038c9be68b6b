import type { Readable } from "node:stream";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { Backend } from "#lib/policy/vocabulary.ts";
import type { PlanRequest } from "./build-plan.ts";
import type { Narrowable } from "./config/narrow-request.ts";
import type { SandboxPlan } from "./plan.ts";
import type { PoolState } from "./pool/pool-state.ts";
import type { SandboxResult } from "./result.ts";
import type { SelfTestReport } from "./self-test/report.ts";

/** Whose call it is; given to the tool's environment so that its own logs can be matched with ours. */
export interface Correlation {
  readonly agentId?: string;
  readonly sessionId?: string;
  readonly taskId?: string;
  readonly requestId?: string;
}

/** Without a task: all of the agent. */
export interface KeptOwner {
  readonly agentId: string;
  readonly taskId?: string;
}

export interface OpenOptions {
  readonly signal?: AbortSignal;
  readonly correlation?: Correlation;
  /** Values of the credentials that the plan names, by their names. One that is missing refuses the run. */
  readonly secrets?: Readonly<Record<string, string>>;
}

export interface RunOptions extends OpenOptions {
  /** For a bundle the JSON of `{input, context}`. */
  readonly stdin?: string | Uint8Array;
  /** The bundle's file. Its bytes must have the hash that the plan names. */
  readonly bundlePath?: string;
  /** Unless said otherwise a bundle's answer is read here. */
  readonly answerAs?: "bytes";
}

/**
 * A command that is talked with while it runs: what it says comes as it is said, what it is told goes in at once. It is
 * held by the same plan as any other command, its clock and its allowance of output run from the start, and however it
 * ends, nothing of it is left when `ended` settles.
 */
export interface SandboxSession {
  /** Its standard output; ends when the command has. */
  readonly output: Readable;
  write(bytes: string | Uint8Array): void;
  /** How it ended, by itself or not. `stdout` is empty: it was handed over already. */
  readonly ended: Promise<SandboxResult>;
  /** Ends its input, gives it a moment to leave, and ends it. */
  close(): Promise<SandboxResult>;
}

/** A finished sandbox that waits for calls under its plan. It knows nothing of them before they come. */
export interface StandingSandbox {
  /** It lives, and what it has mounted is still what stands at those paths. */
  isIntact(): boolean;
  /** Null: it ended before the call reached it, and nothing of the tool was loaded. */
  call(options: RunOptions): Promise<SandboxResult | null>;
  readonly ended: Promise<void>;
  /** Ends it and whatever it is at. */
  end(): Promise<void>;
}

/** A backend that can make a sandbox before there is a call for it. */
export interface StandingBackend extends SandboxBackend {
  /** `one`: it serves one call and is gone. `many`: it serves until it is ended. */
  stand(plan: SandboxPlan, bundlePath: string, serves: "one" | "many"): Promise<Outcome<StandingSandbox>>;
}

/** Something that can hold a call. It runs plans made for it and refuses all others; it never runs anything bare. */
export interface SandboxBackend {
  readonly name: Backend;
  /** Resolves when it can run nothing any more and nobody closed it. Whoever holds it takes no further call: it would only fail it. */
  readonly lost?: Promise<void>;
  run(plan: SandboxPlan, options: RunOptions): Promise<SandboxResult>;
  open(plan: SandboxPlan, options: OpenOptions): Promise<Outcome<SandboxSession>>;
  /** Where sandboxes are made before they are asked for. */
  poolState?(): readonly PoolState[];
  /** Whose sandboxes are kept for their next calls. */
  owners?(): readonly KeptOwner[];
  /** A task or an agent is over: what it shared between its calls ends at once, or with the call that is under way in it. */
  endOwner?(owner: KeptOwner): Promise<void>;
  close(): Promise<void>;
}

/** What the dispatcher and the command line hold: the best backend that proved itself here, or the one that refuses. */
export interface SandboxRuntime extends SandboxBackend {
  readonly reports: readonly SelfTestReport[];
  plan(request: PlanRequest): Outcome<SandboxPlan>;
  /** What this installation's document leaves to a server that is only spoken to, and not run here. */
  narrow<T extends Narrowable>(request: T): Outcome<T>;
}
