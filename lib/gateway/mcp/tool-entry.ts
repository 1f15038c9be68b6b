import type { Tool } from "@modelcontextprotocol/server";
import { bodyOf } from "../disclosure/levels.ts";
import type { UsableTool } from "../usable-tools.ts";

/**
 * A tool as `tools/list` gives it, made of the pinned definition alone: never passed through from a server. The hints are ours, from the
 * classes that reviewers gave it; what a server says of its own harmlessness is not repeated, nor its pictures, which would be fetched.
 */
export function toolEntry(tool: UsableTool): Tool {
  const { name, title, description, inputSchema, outputSchema, definitionHash, requiresApproval } = bodyOf(tool);
  const { safetyClass, egressClass, idempotent, runtime } = tool.contract;
  // What a server promised of its structure was checked before cleaning; our own contracts are checked after it as well.
  const promised = runtime.kind !== "mcp" && outputSchema.type === "object";
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description,
    inputSchema: { ...inputSchema, type: "object" },
    ...(promised ? { outputSchema: outputSchema as NonNullable<Tool["outputSchema"]> } : {}),
    annotations: {
      readOnlyHint: safetyClass === "read" && egressClass !== "write",
      destructiveHint: safetyClass !== "read" || egressClass === "write",
      idempotentHint: idempotent,
      openWorldHint: egressClass !== "none",
    },
    _meta: { "airlock/definitionHash": definitionHash, "airlock/requiresApproval": requiresApproval },
  };
}
