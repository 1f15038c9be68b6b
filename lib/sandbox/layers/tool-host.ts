import type { Outcome } from "#lib/errors/outcome.ts";
import type { ActionType } from "#lib/policy/action-types.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { Category } from "#lib/policy/vocabulary.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";

/**
 * Something that has tools and can be asked to call one. A sandbox is a ToolHost around another: it looks at a call, refuses
 * it or hands it on, and whoever wraps it sees no difference. Custom layers implement the same three methods.
 */
export interface ToolHost {
  listTools(): Promise<readonly ToolDefinition[]>;
  /** Ends with exactly one `result`. A refusal is a result too; only bugs throw. */
  call(call: ToolCall): AsyncIterable<ToolEvent>;
  /** What would run, for a layer outside that runs it elsewhere. A layer that would refuse the call refuses here too. */
  prepare(call: ToolCall): Promise<Outcome<PreparedCall>>;
}

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
}

export interface ToolCall {
  readonly id: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** A call as something that a sandbox can be planned for. */
export interface PreparedCall {
  readonly policy: ToolPolicy;
  readonly category?: Category;
  readonly actionType?: ActionType;
  readonly command: SandboxPlan["command"];
  /** The bundle's file, where the command is one. */
  readonly bundlePath?: string;
}

export type ToolResult =
  | { readonly ok: true; readonly output: unknown }
  /** `message` is for the model, so that it can do better. */
  | { readonly ok: false; readonly message: string };

export type ToolEvent =
  | { readonly type: "stderr"; readonly call: ToolCall; readonly text: string }
  | { readonly type: "result"; readonly call: ToolCall; readonly result: ToolResult };

export function failed(call: ToolCall, message: string): ToolEvent {
  return { type: "result", call, result: { ok: false, message } };
}
