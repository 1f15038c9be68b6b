import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import {
  failed,
  type PreparedCall,
  type ToolCall,
  type ToolDefinition,
  type ToolEvent,
  type ToolHost,
} from "./tool-host.ts";

/** A tool by what it is: a policy, and the command or bundle that its arguments make. */
export interface DeclaredTool extends ToolDefinition {
  readonly prepare: (args: ToolCall["arguments"]) => PreparedCall;
}

/**
 * The innermost host: it knows its tools and runs none of them. Asked directly, without a layer that runs calls in a
 * sandbox, it refuses; that is what stands here instead of a pass-through.
 */
export class DeclaredToolHost implements ToolHost {
  readonly #tools: ReadonlyMap<string, DeclaredTool>;

  constructor(tools: readonly DeclaredTool[]) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
  }

  async listTools(): Promise<readonly ToolDefinition[]> {
    return [...this.#tools.values()].map(({ name, description }) => ({ name, description }));
  }

  async prepare(call: ToolCall): Promise<Outcome<PreparedCall>> {
    const tool = this.#tools.get(call.tool);
    return tool ? done(tool.prepare(call.arguments)) : refuse("unknown_tool");
  }

  async *call(call: ToolCall): AsyncIterable<ToolEvent> {
    yield failed(call, refuse("no_sandbox", "No sandbox is around this host, so nothing runs in it.").message);
  }
}
