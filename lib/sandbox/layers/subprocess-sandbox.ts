import { done, type Outcome } from "#lib/errors/outcome.ts";
import { ACCESS_GRANTS, type AccessGrant } from "#lib/policy/access-level.ts";
import { DEFAULT_LIMITS } from "#lib/policy/default-limits.ts";
import type { Roots } from "#lib/sandbox/plan-mounts.ts";
import type { SandboxResult } from "#lib/sandbox/result.ts";
import type { SandboxRuntime } from "#lib/sandbox/runtime.ts";
import {
  failed,
  type PreparedCall,
  type ToolCall,
  type ToolDefinition,
  type ToolEvent,
  type ToolHost,
  type ToolResult,
} from "./tool-host.ts";

export interface SubprocessOptions {
  /** What holds the calls: without a proved backend it is the one that refuses them. */
  readonly runtime: SandboxRuntime;
  readonly roots: Roots;
  readonly timeoutSeconds?: number;
  /** What the agent may reach beside what its tools declare; by default the least. */
  readonly grant?: AccessGrant;
}

/** Runs each call in a fresh sandboxed process, whatever lies between it and the host: a crash, a leak or a loop ends there. */
export class SubprocessSandbox implements ToolHost {
  readonly #inner: ToolHost;
  readonly #options: SubprocessOptions;

  constructor(inner: ToolHost, options: SubprocessOptions) {
    this.#inner = inner;
    this.#options = options;
  }

  listTools(): Promise<readonly ToolDefinition[]> {
    return this.#inner.listTools();
  }

  async prepare(call: ToolCall): Promise<Outcome<PreparedCall>> {
    const prepared = await this.#inner.prepare(call);
    return prepared.ok ? done({ ...prepared.value, policy: this.#withTimeout(prepared.value) }) : prepared;
  }

  async *call(call: ToolCall): AsyncIterable<ToolEvent> {
    const prepared = await this.prepare(call);
    if (!prepared.ok) return yield failed(call, prepared.message);
    const { runtime, roots, grant = ACCESS_GRANTS.sandboxed } = this.#options;
    const { bundlePath, ...request } = prepared.value;
    const plan = runtime.plan({ ...request, roots, grant });
    if (!plan.ok) return yield failed(call, plan.message);
    const result = await runtime.run(plan.value, {
      stdin: JSON.stringify({ input: call.arguments, context: {} }),
      ...(bundlePath === undefined ? {} : { bundlePath }),
    });
    if (result.stderr !== "") yield { type: "stderr", call, text: result.stderr };
    yield { type: "result", call, result: this.#resultOf(call, result) };
  }

  #withTimeout({ policy }: PreparedCall): PreparedCall["policy"] {
    const { timeoutSeconds } = this.#options;
    if (timeoutSeconds === undefined) return policy;
    const wallSeconds = Math.min(policy.limits?.wallSeconds ?? DEFAULT_LIMITS.wallSeconds, timeoutSeconds);
    return { ...policy, limits: { ...policy.limits, wallSeconds } };
  }

  #resultOf({ tool }: ToolCall, result: SandboxResult): ToolResult {
    const failure = (message: string): ToolResult => ({ ok: false, message });
    if (result.error) return failure(result.error.message);
    if (result.timedOut)
      return failure(
        `ERROR: ${tool} ran longer than ${this.#options.timeoutSeconds ?? "its limit of"} seconds and was killed`,
      );
    if (result.stopped) return failure(`ERROR: ${tool} passed its limit (${result.stopped}) and was killed`);
    if (result.answer) {
      return result.answer.ok
        ? { ok: true, output: result.answer.output }
        : failure(`ERROR: ${result.answer.error.message}`);
    }
    if (result.exitCode === 0) return { ok: true, output: result.stdout };
    return failure(`ERROR: ${tool} ended with ${result.signal ?? `exit code ${result.exitCode}`}`);
  }
}
