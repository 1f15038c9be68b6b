import { createHash } from "node:crypto";
import type { ErrorObject } from "ajv";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { headOf } from "#lib/policy/plain-text.ts";
import { canonicalJson, escapePointer } from "./canonical-json.ts";
import type { ToolContract } from "./contract.ts";
import { compileSchema, type SchemaCheck } from "./schema-compiler.ts";

/** Input before dispatch, output after it, against the schemas of the contract in force. Values are never changed. */
export function validateInput({ inputSchema }: Pick<ToolContract, "inputSchema">, input: unknown): Outcome<unknown> {
  return validate("invalid_input", inputSchema, input);
}

export function validateOutput(
  { outputSchema }: Pick<ToolContract, "outputSchema">,
  output: unknown,
): Outcome<unknown> {
  return validate("output_invalid", outputSchema, output);
}

/** Whether both schemas can be used at all: asked at registration, so that no call finds out later. */
export function checkSchemas(contract: Pick<ToolContract, "inputSchema" | "outputSchema">): Outcome<void> {
  for (const schema of [contract.inputSchema, contract.outputSchema]) {
    const compiled = compiledCheck(schema, "first");
    if (!compiled.ok) return compiled;
  }
  return done(undefined);
}

interface FieldError {
  /** JSON Pointer into the value. */
  readonly pointer: string;
  readonly message: string;
}

const EXPLAIN_MAX_CHARACTERS = 16_384;
const FIELD_ERRORS_MAX = 20;

function validate(
  code: "invalid_input" | "output_invalid",
  schema: Record<string, unknown>,
  value: unknown,
): Outcome<unknown> {
  const check = compiledCheck(schema, "first");
  if (!check.ok) return check;
  const first = check.value(value);
  if (!first) return done(value);
  return refuse(code, undefined, { errors: explain(schema, value, first) });
}

/** All errors when the value is small enough that there cannot be many; the first one otherwise. */
function explain(schema: Record<string, unknown>, value: unknown, first: ErrorObject[]): FieldError[] {
  const small = JSON.stringify(value)?.length ?? 0;
  const check = small <= EXPLAIN_MAX_CHARACTERS ? compiledCheck(schema, "all") : undefined;
  const errors = check?.ok ? (check.value(value) ?? first) : first;
  return errors.slice(0, FIELD_ERRORS_MAX).map(toFieldError);
}

function toFieldError({ instancePath, keyword, params, message }: ErrorObject): FieldError {
  const member: unknown = keyword === "required" ? params.missingProperty : params.additionalProperty;
  const pointer = typeof member === "string" ? `${instancePath}/${escapePointer(member)}` : instancePath;
  const said = keyword === "required" ? "is required" : typeof member === "string" ? "is not known" : message;
  return { pointer: headOf(pointer, 200), message: said ?? keyword };
}

const CACHE_MAX = 512;
const cache = new Map<string, SchemaCheck>();

/** Compiling costs milliseconds, so it is kept by the schema's hash; the least recently used goes first. */
function compiledCheck(schema: Record<string, unknown>, reporting: "first" | "all"): Outcome<SchemaCheck> {
  const key = `${reporting}:${createHash("sha256").update(canonicalJson(schema)).digest("base64")}`;
  const known = cache.get(key);
  if (known) {
    cache.delete(key);
    cache.set(key, known);
    return done(known);
  }
  const compiled = compileSchema(schema, reporting);
  if (!compiled.ok) return compiled;
  const oldest = cache.keys().next();
  if (cache.size >= CACHE_MAX && !oldest.done) cache.delete(oldest.value);
  cache.set(key, compiled.value);
  return compiled;
}
