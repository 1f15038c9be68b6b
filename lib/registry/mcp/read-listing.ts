import { z } from "zod";
import { headOf } from "#lib/policy/plain-text.ts";
import { parseStrict } from "#lib/registry/parse-strict.ts";
import { readDefinition } from "#lib/registry/read-definition.ts";
import { membersOf } from "./json-slices.ts";
import { byName } from "./wire.ts";

/** Why a listed tool can never be approved as it is. */
export interface ListedProblem {
  readonly code: "malformed" | "duplicate_name" | "invalid_definition" | "name_taken";
  readonly message: string;
}

/** A tool as a server listed it: its own object, or why there is none that everybody would read alike. */
export type ListedTool =
  | { readonly upstream: string; readonly definition: UpstreamTool; readonly problem: null }
  | { readonly upstream: string; readonly definition: UpstreamTool | null; readonly problem: ListedProblem };

const jsonObject = z.record(z.string(), z.unknown());

/** The parts that we know; whatever else the server says stays in the object. */
const upstreamSchema = z.looseObject({
  name: z.string().min(1).max(256),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: jsonObject,
  outputSchema: jsonObject.optional(),
  annotations: jsonObject.optional(),
  icons: z.array(jsonObject).optional(),
});
export type UpstreamTool = z.infer<typeof upstreamSchema>;

/**
 * Reads a server's list, each tool from its own bytes. What two readers could understand differently is refused, and so
 * are both of two tools with one name: which of them a call would reach is for the server to choose.
 */
export function readListing(raw: readonly Uint8Array[]): ListedTool[] {
  const tools = raw.map(readTool);
  const counts = new Map<string, number>();
  for (const { upstream } of tools) counts.set(upstream, (counts.get(upstream) ?? 0) + 1);
  return tools.map((tool) => {
    if ((counts.get(tool.upstream) ?? 0) < 2) return tool;
    const message = "The server lists two tools of this name.";
    return { ...tool, problem: { code: "duplicate_name", message } };
  });
}

function readTool(bytes: Uint8Array, index: number): ListedTool {
  const malformed = (message: string): ListedTool => ({
    upstream: nameIn(bytes) ?? `#${index + 1}`,
    definition: null,
    problem: { code: "malformed", message },
  });
  const read = readDefinition(bytes, "json");
  if (!read.ok) return malformed(read.message);
  const tool = upstreamSchema.safeParse(read.value.definition);
  // The object as it was read: what a schema library makes of it could lack something that the server said.
  const definition = read.value.definition as UpstreamTool;
  if (tool.success) return { upstream: definition.name, definition, problem: null };
  const [issue] = tool.error.issues;
  return malformed(`/${issue?.path.join("/") ?? ""}: ${issue?.message ?? "not a tool"}`);
}

/** The name of a tool that cannot be read, so that a person finds it; never used to call it. */
function nameIn(bytes: Uint8Array): string | undefined {
  const members = membersOf(bytes);
  const name = members && byName(members)?.get("name");
  const read = name && parseStrict(name, { maxBytes: 1024, maxDepth: 0 });
  return read?.ok && typeof read.value === "string" && read.value !== "" ? headOf(read.value, 256) : undefined;
}
