import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Outcome } from "#lib/errors/outcome.ts";
import { toolNameSchema } from "#lib/registry/contract.ts";
import type { OwnName } from "#lib/registry/own-names.ts";
import { cancelInvocation } from "../cancel-invocation.ts";
import { type Discoverer, listTools, loadTool, loadToolResource } from "../disclosure/discover.ts";
import { fillPercentSchema } from "../disclosure/terms.ts";
import { readFields } from "../read-request.ts";
import { subjectIdSchema, WAIT_SECONDS_MAX } from "../requests.ts";
import { waitForEnd } from "../wait-for-end.ts";
import { refusalResult, statusResult } from "./call-result.ts";
import type { McpGateway } from "./call-tool.ts";

/** The tools that are the gateway's own: to find tools, and to hear of a call that waits. Every agent has them, whatever its level. */
export interface OwnCall {
  readonly gateway: McpGateway;
  readonly asker: Discoverer;
  readonly signal: AbortSignal;
}

interface OwnTool {
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodType;
  call(own: OwnCall, input: unknown): Promise<CallToolResult>;
}

const fill = fillPercentSchema
  .optional()
  .describe("How full your context is, in percent. Above the limit the tool you loaded first is unloaded.");
const name = toolNameSchema.describe("The tool's name, as list_tools gives it.");

function own<T>(
  title: string,
  description: string,
  input: z.ZodType<T>,
  call: (own: OwnCall, input: T) => Promise<CallToolResult>,
): OwnTool {
  return {
    title,
    description,
    input,
    call: async (context, raw) => {
      const read = readFields(raw, input);
      return read.ok ? call(context, read.value) : refusalResult(read);
    },
  };
}

export const OWN_TOOLS: ReadonlyMap<string, OwnTool> = new Map<OwnName, OwnTool>([
  [
    "list_tools",
    own(
      "List tools",
      "Lists the tools you may use, in a line each: name, summary, category, cost, and whether a person has to approve its calls. Give nextCursor back as cursor for more.",
      z.strictObject({ cursor: z.string().max(200).optional(), context_fill_percent: fill }),
      async ({ asker }, { cursor, context_fill_percent }) =>
        answer(await listTools(pressed(asker, context_fill_percent), cursor)),
    ),
  ],
  [
    "load_tool",
    own(
      "Load a tool",
      "Gives the whole definition of a tool: description, schemas, examples, failure modes, resources. It is then listed among your tools.",
      z.strictObject({
        name,
        unload: z.array(toolNameSchema).max(200).optional().describe("Tools you can do without from now on."),
        context_fill_percent: fill,
      }),
      async ({ asker }, input) =>
        answer(await loadTool(pressed(asker, input.context_fill_percent), input.name, input.unload)),
    ),
  ],
  [
    "load_tool_resource",
    own(
      "Load a resource of a tool",
      "Gives one text that came with a tool: a guide, a sample, a trace. load_tool lists their ids.",
      z.strictObject({ name, resource_id: z.string().max(64), context_fill_percent: fill }),
      async ({ asker }, input) =>
        answer(await loadToolResource(pressed(asker, input.context_fill_percent), input.name, input.resource_id)),
    ),
  ],
  [
    "airlock_status",
    own(
      "Status of a call",
      "Gives the result of a call that had to wait, for example for a person's approval, or says how it stands. With cancel it takes the call back.",
      z.strictObject({
        id: subjectIdSchema.describe("Its id, as the call was answered with it."),
        waitSeconds: z.number().int().min(0).max(WAIT_SECONDS_MAX).optional().describe("Wait so long for the end."),
        cancel: z.boolean().optional(),
      }),
      async ({ gateway: { sql, feed }, asker: { key }, signal }, { id, waitSeconds = 0, cancel }) => {
        const view = cancel
          ? await cancelInvocation(sql, key, id)
          : await waitForEnd(sql, feed, key, id, waitSeconds, signal);
        return view.ok ? statusResult(view.value) : refusalResult(view);
      },
    ),
  ],
]);

export const OWN_ENTRIES: readonly Tool[] = [...OWN_TOOLS].map(([ownName, { title, description, input }]) => {
  const { $schema: _schema, ...inputSchema } = z.toJSONSchema(input, { io: "input" });
  const isStatus = ownName === "airlock_status";
  return {
    name: ownName,
    title,
    description,
    inputSchema: inputSchema as Tool["inputSchema"],
    annotations: { readOnlyHint: !isStatus, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
});

function pressed(asker: Discoverer, fillPercent: number | undefined): Discoverer {
  return fillPercent === undefined ? asker : { ...asker, fillPercent };
}

function answer<T extends object>(outcome: Outcome<T>): CallToolResult {
  if (!outcome.ok) return refusalResult(outcome);
  return {
    content: [{ type: "text", text: JSON.stringify(outcome.value) }],
    structuredContent: { ...outcome.value },
  };
}
