import { z } from "zod";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { tellSender } from "#lib/errors/tell-refusal.ts";
import { NotCanonical } from "../canonical-json.ts";
import { DEFINITION_LIMITS } from "../definition-limits.ts";
import { hashAnyDefinition, hashPart } from "../hash.ts";
import { parseStrict } from "../parse-strict.ts";
import { readDefinition } from "../read-definition.ts";
import type { RegistryFinding, ScanVerdict } from "./finding.ts";
import { type Company, scanTool } from "./scan-tool.ts";

/**
 * The body of `airlock scan`: definitions in, JSON out. Reading and writing are the caller's. A line that cannot be read becomes
 * an error in its place and the run goes on, so that line n of the output always answers line n of the input.
 */
interface ScanAnswer {
  readonly definitionHash: string;
  readonly descriptionHash: string | null;
  readonly verdict: ScanVerdict;
  readonly findings: readonly RegistryFinding[];
}

type Definition = Readonly<Record<string, unknown>>;

/** A record may wrap its definition in an object of its own, which is one level more. */
const RECORD_LIMITS = { maxBytes: DEFINITION_LIMITS.maxBytes + 1024, maxDepth: DEFINITION_LIMITS.maxDepth + 1 };

const idSchema = z.object({ id: z.union([z.string(), z.number(), z.null()]) });

/** One JSON line for a definition: JSON as MCP's `Tool` or our contract, or a TOOL.md. */
export function scanDocument(source: Uint8Array | string): Outcome<string> {
  const definition = readSource(source);
  if (!definition.ok) return definition;
  const answer = scanDefinition(definition.value);
  return answer.ok ? done(JSON.stringify(answer.value)) : answer;
}

/** Not `readDefinition` for JSON: a schema that no tool could be registered with is still worth scanning. */
function readSource(source: Uint8Array | string): Outcome<Definition> {
  const head = typeof source === "string" ? source.slice(0, 3) : String.fromCharCode(...source.subarray(0, 3));
  if (head === "---") {
    const read = readDefinition(source, "tool_md");
    return read.ok ? done(read.value.definition) : read;
  }
  const parsed = parseStrict(source, DEFINITION_LIMITS);
  if (!parsed.ok) return parsed;
  return isObject(parsed.value) ? done(parsed.value) : refuse("invalid_definition", "A definition is a JSON object.");
}

function scanDefinition(definition: Definition, company?: Company): Outcome<ScanAnswer> {
  try {
    const { description } = definition;
    return done({
      definitionHash: hashAnyDefinition(definition),
      descriptionHash: description === undefined ? null : hashPart("description", description),
      ...scanTool(definition, company),
    });
  } catch (error) {
    if (!(error instanceof NotCanonical)) throw error;
    return refuse("invalid_definition", error.message);
  }
}

function answerFor(record: ScanRecord, company?: Company): string {
  const answer = record.definition.ok ? scanDefinition(record.definition.value, company) : record.definition;
  if (answer.ok) return JSON.stringify({ ...record.id, ...answer.value });
  return JSON.stringify({ ...record.id, error: { code: answer.code, message: tellSender(answer) } });
}

/** One JSON line for each line: a definition, or `{"id", "tool"}` around one. Each is judged alone. */
export async function* scanRecords(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield answerFor(readRecord(line));
}

/** The same for lines that are the tools of one server: each is judged beside all the others. */
export async function* scanTogether(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  const records: ScanRecord[] = [];
  for await (const line of lines) records.push(readRecord(line));
  const tools = records.map(({ definition }) => (definition.ok ? neighbourOf(definition.value) : undefined));
  for (const [at, record] of records.entries()) {
    yield answerFor(record, {
      neighbours: tools.flatMap((tool, other) => (tool === undefined || other === at ? [] : [tool])),
    });
  }
}

interface ScanRecord {
  readonly id: { readonly id?: string | number | null };
  readonly definition: Outcome<Definition>;
}

function readRecord(line: string): ScanRecord {
  const parsed = parseStrict(line, RECORD_LIMITS);
  if (!parsed.ok) return { id: {}, definition: parsed };
  const record = parsed.value;
  if (!isObject(record)) return { id: {}, definition: refuse("malformed_request", "The line is no JSON object.") };
  const found = idSchema.safeParse(record);
  const id = found.success ? { id: found.data.id } : {};
  if (typeof record.tool === "string") return { id, definition: readSource(record.tool) };
  return { id, definition: done(isObject(record.tool) ? record.tool : record) };
}

function neighbourOf({ name, description }: Definition): { name: string; description: string } | undefined {
  return typeof name === "string"
    ? { name, description: typeof description === "string" ? description : "" }
    : undefined;
}

function isObject(value: unknown): value is Definition {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
