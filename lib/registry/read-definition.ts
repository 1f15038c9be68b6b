import { done, type Outcome, type Refusal, refuse } from "#lib/errors/outcome.ts";
import { canonicalJson, NotCanonical } from "./canonical-json.ts";
import { checkPatterns } from "./check-patterns.ts";
import { checkReferences } from "./check-references.ts";
import { type FieldProblem, refuseFields } from "./declaration.ts";
import { DEFINITION_LIMITS } from "./definition-limits.ts";
import { parseStrict } from "./parse-strict.ts";
import { readToolMd, refuseLine } from "./tool-md/read-tool-md.ts";

/**
 * From any bytes to a definition that the rest may look at: JSON (our contract, or an MCP `Tool` with or without our part)
 * or a TOOL.md. Against definitions made to hurt whoever reads them: everything is measured before it is parsed or
 * walked, and whatever two readers could understand differently is refused.
 */
export type DefinitionForm = "json" | "tool_md";

export interface ReadDefinition {
  readonly form: DefinitionForm;
  /** As written, but a TOOL.md's `input`, `output` and body under the names that JSON has for them. */
  readonly definition: Readonly<Record<string, unknown>> & { readonly name: string };
  /** The line of a JSON Pointer; only a TOOL.md has lines worth telling. */
  readonly lineOf?: (pointer: string) => number;
}

/** Without a form it is told apart by its beginning: `{` or `---`. */
export function readDefinition(source: Uint8Array | string, form?: DefinitionForm): Outcome<ReadDefinition> {
  const bytes = typeof source === "string" ? Buffer.byteLength(source, "utf8") : source.byteLength;
  if (bytes > DEFINITION_LIMITS.maxBytes) {
    return refuse(
      "input_too_large",
      `A definition has at most ${DEFINITION_LIMITS.maxBytes} bytes; this has ${bytes}.`,
    );
  }
  const text = decode(source);
  if (text === undefined) return refuse("invalid_definition", "These bytes are not UTF-8.");
  const isToolMd = form === "tool_md" || (form === undefined && text.startsWith("---"));
  if (isToolMd) return readAsToolMd(text);
  const parsed = parseStrict(text, DEFINITION_LIMITS);
  if (!parsed.ok) return inWordsOf("invalid_definition", parsed);
  return readDefinitionValue(parsed.value);
}

/** The same for what was parsed already, as part of a request. */
export function readDefinitionValue(value: unknown): Outcome<ReadDefinition> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return refuse("invalid_definition", "A definition is a JSON object.");
  }
  const definition = value as Readonly<Record<string, unknown>>;
  const problems = [...tooLarge(definition), ...unusable(definition)];
  if (problems.length > 0) return refuseFields(problems);
  return done({ form: "json", definition: definition as ReadDefinition["definition"] });
}

function readAsToolMd(text: string): Outcome<ReadDefinition> {
  const read = readToolMd(text);
  if (!read.ok) return read;
  const { fields, lineOf } = read.value;
  const { input, output, ...rest } = fields;
  const definition = {
    ...rest,
    ...(input === undefined ? {} : { inputSchema: input }),
    ...(output === undefined ? {} : { outputSchema: output }),
  };
  /** Where a field of the contract stands in the file, under the name it has there. */
  const lineInFile = (pointer: string): number => {
    const written = pointer
      .replace(/^\/(input|output)Schema(?=\/|$)/, (field) =>
        Object.hasOwn(fields, field.slice(1)) ? field : field.replace("Schema", ""),
      )
      .replace(/^\/runtime\/argv(?=\/|$)/, "/command");
    return lineOf(written);
  };
  const [problem] = [...tooLarge(definition), ...unusable(definition)];
  if (problem)
    return refuseLine(lineInFile(problem.pointer), `${problem.pointer.slice(1) || "TOOL.md"}: ${problem.message}`);
  return done({
    form: "tool_md",
    definition: definition as unknown as ReadDefinition["definition"],
    lineOf: lineInFile,
  });
}

function decode(source: Uint8Array | string): string | undefined {
  if (typeof source === "string") return source;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(source);
  } catch {
    return undefined;
  }
}

/** What came as part of something larger was not measured yet, nor was what YAML wrote in short. */
function tooLarge(definition: object): FieldProblem[] {
  try {
    if (Buffer.byteLength(canonicalJson(definition), "utf8") <= DEFINITION_LIMITS.maxBytes) return [];
    return [{ pointer: "", message: `A definition has at most ${DEFINITION_LIMITS.maxBytes} bytes.` }];
  } catch (error) {
    if (!(error instanceof NotCanonical)) throw error;
    return [{ pointer: error.pointer, message: error.message }];
  }
}

function unusable(definition: Readonly<Record<string, unknown>>): FieldProblem[] {
  const { name } = definition;
  if (typeof name !== "string" || name === "" || name.length > 256) {
    return [{ pointer: "/name", message: "A definition has a name." }];
  }
  return ["inputSchema", "outputSchema", "input", "output"].flatMap((field) => {
    const schema = definition[field];
    if (schema === undefined) return [];
    if (typeof schema !== "object" || schema === null || Array.isArray(schema)) {
      return [{ pointer: `/${field}`, message: "A schema is an object." }];
    }
    const found = schema as Readonly<Record<string, unknown>>;
    return [...checkReferences(found), ...checkPatterns(found)].map(({ pointer, message }) => ({
      pointer: `/${field}${pointer}`,
      message,
    }));
  });
}

function inWordsOf(code: "invalid_definition", { code: was, message, details }: Refusal): Refusal {
  return was === "input_too_large" ? refuse(was, message) : { ok: false, code, message, ...(details && { details }) };
}
