import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { headOf } from "#lib/policy/plain-text.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { DESCRIPTION_MAX, type ToolContract, toolContractSchema } from "#lib/registry/contract.ts";
import { compileSchema } from "#lib/registry/schema-compiler.ts";
import { admitNetwork, raiseClasses } from "./raise-classes.ts";
import type { UpstreamTool } from "./read-listing.ts";
import type { McpDeclared } from "./server-configuration.ts";

/** What a server says of its tool, in a contract. */
type UpstreamPart = "title" | "description" | "inputSchema" | "annotations" | "icons" | "other";

/** What we say about a tool, beside what its server says. */
export type DeclaredPart = Omit<ToolContract, UpstreamPart | "outputSchema" | "runtime">;

export interface ServerIdentity {
  readonly id: string;
  readonly configHash: string;
}

/**
 * The contract of a listed tool: everything that its server said, and what we declare about it. It is all that models,
 * reviewers and the dispatcher ever see of the tool, and every word of the server is in it and so in its hash: what we
 * have no field for is kept under `other`.
 */
export function contractOfListed(
  listed: UpstreamTool,
  declared: DeclaredPart,
  server: ServerIdentity,
): Outcome<ToolContract> {
  const { name: upstream, title, description, inputSchema, annotations, icons, ...beside } = listed;
  // A model is shown so much of a description and no more; all of it is kept, hashed and scanned, which notes the cut.
  const other = description !== undefined && description.length > DESCRIPTION_MAX ? { ...beside, description } : beside;
  const egressClass = admitNetwork(declared.egressClass, declared.policy.network);
  const classes = raiseClasses({ ...declared, egressClass }, annotations);
  const isRaised = classes.safetyClass !== declared.safetyClass || classes.egressClass !== egressClass;
  const contract = {
    ...declared,
    ...(title === undefined ? {} : { title }),
    description:
      description === undefined || description === "" ? NO_DESCRIPTION : headOf(description, DESCRIPTION_MAX),
    inputSchema,
    outputSchema: ENVELOPE,
    ...classes,
    // What was said about a harmless tool does not hold for a graver one.
    idempotent: declared.idempotent && !isRaised,
    runtime: { kind: "mcp", server: server.id, config: server.configHash, tool: upstream },
    ...(annotations === undefined ? {} : { annotations }),
    ...(icons === undefined ? {} : { icons }),
    ...(Object.keys(other).length === 0 ? {} : { other }),
  };
  const parsed = toolContractSchema.safeParse(contract);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refuse("invalid_definition", `/${issue?.path.join("/") ?? ""}: ${issue?.message ?? "not usable"}.`);
  }
  const upstreamOutput = other.outputSchema;
  const compiled = upstreamOutput === undefined ? done(undefined) : compileSchema(upstreamOutput, "first");
  return compiled.ok ? done(parsed.data) : compiled;
}

/** What a server's tools are taken for until a person says otherwise for one of them. */
export function declaredBy(declared: McpDeclared, policy: ToolPolicy, name: string): DeclaredPart {
  const { prefix: _prefix, ...classes } = declared;
  return { name, ...classes, category: "mcp", actionType: "mcp:call", outputContent: "prose", policy };
}

/** What was declared about a tool that is pinned: whatever its server lists later is judged by the same. */
export function declaredPartOf(contract: ToolContract): DeclaredPart {
  const { title, description, inputSchema, annotations, icons, other, outputSchema, runtime, ...declared } = contract;
  return declared;
}

const NO_DESCRIPTION = "The server gives no description.";

/** What every MCP tool returns to an agent, whatever its server sent (map-result.ts). */
const ENVELOPE = {
  type: "object",
  properties: {
    content: { type: "string" },
    is_error: { type: "boolean" },
    metadata: {
      type: "object",
      properties: {
        structured_content: {},
        media: { type: "array", items: { type: "object" } },
        resources: { type: "array", items: { type: "object" } },
      },
      additionalProperties: false,
    },
  },
  required: ["content", "is_error", "metadata"],
  additionalProperties: false,
} as const;
