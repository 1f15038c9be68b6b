import { ToolDenied } from "./errors.ts";
import type { CallOptions } from "./types.ts";

/** A tool as the Vercel AI SDK has it: whatever else it carries stays. */
export interface ExecutableTool {
  readonly execute?: ((input: never, options: never) => unknown) | undefined;
}

/** A tool as OpenAI's chat completions and responses name it. */
export type OpenAiTool =
  | { readonly type: "function"; readonly function: { readonly name: string } }
  | { readonly type: "function"; readonly name: string };

/** What a model asked for, as OpenAI hands it over. */
export interface OpenAiToolCall {
  readonly id?: string;
  readonly call_id?: string;
  readonly name?: string;
  readonly arguments?: string;
  readonly function?: { readonly name: string; readonly arguments: string };
}

/** The tools to offer, and what answers a call of one of them. */
export interface WrappedOpenAi<Tool> {
  readonly tools: readonly Tool[];
  /** The text to hand back to the model as the tool's message. */
  run(call: OpenAiToolCall): Promise<string>;
}

type Call = (tool: string, input: Record<string, unknown>, options?: CallOptions) => Promise<unknown>;

/** The same tools; what each did itself Airlock now does, or the people and the policy behind it refuse. */
export function wrapExecutable<Tools extends Record<string, ExecutableTool>>(tools: Tools, call: Call): Tools {
  const wrapped = Object.entries(tools).map(([name, tool]) => {
    const execute = (input: Record<string, unknown>, options?: { toolCallId?: string; abortSignal?: AbortSignal }) =>
      forModel(() =>
        call(name, input, {
          ...(options?.toolCallId ? { idempotencyKey: `${name}:${options.toolCallId}` } : {}),
          ...(options?.abortSignal ? { signal: options.abortSignal } : {}),
        }),
      );
    return [name, { ...tool, execute }] as const;
  });
  return Object.fromEntries(wrapped) as unknown as Tools;
}

export function wrapOpenAi<Tool extends OpenAiTool>(tools: readonly Tool[], call: Call): WrappedOpenAi<Tool> {
  const names = new Set(tools.map((tool) => ("function" in tool ? tool.function.name : tool.name)));
  return {
    tools,
    async run(asked) {
      const name = asked.function?.name ?? asked.name ?? "";
      const id = asked.call_id ?? asked.id;
      if (!names.has(name))
        return JSON.stringify({ error: { code: "unknown_tool", message: `There is no tool ${name}.` } });
      const input = parse(asked.function?.arguments ?? asked.arguments ?? "{}");
      if (!input)
        return JSON.stringify({ error: { code: "malformed_request", message: "The arguments are no JSON object." } });
      const output = await forModel(() => call(name, input, id ? { idempotencyKey: `${name}:${id}` } : {}));
      return typeof output === "string" ? output : JSON.stringify(output ?? null);
    },
  };
}

/** A denial is something that a model can act on, so it becomes its answer; everything else is the caller's. */
async function forModel(act: () => Promise<unknown>): Promise<unknown> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ToolDenied) return { error: { code: error.code, message: error.message } };
    throw error;
  }
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text || "{}");
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
