import type { z } from "zod";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { isBearerKey } from "#lib/keys/bearer-key.ts";
import { type ParseLimits, parseStrict } from "#lib/registry/parse-strict.ts";

/** Agents ask with one kind of key, tool authors register with another; neither opens the other's door. */
export type KeyHolder = "agent" | "author";
const KEYS = {
  agent: { kind: "alk", refusal: "bad_agent_key" },
  author: { kind: "aak", refusal: "bad_author_key" },
} as const;

/** The key of `Authorization: Bearer …`; a malformed one is refused before the database is asked. */
export function readKey(request: Request, holder: KeyHolder = "agent"): Outcome<string> {
  const [scheme, key, ...rest] = (request.headers.get("authorization") ?? "").split(" ");
  const { kind, refusal } = KEYS[holder];
  if (scheme?.toLowerCase() !== "bearer" || !key || rest.length > 0 || !isBearerKey(kind, key)) return refuse(refusal);
  return done(key);
}

/** An input of 256 KiB and its envelope. */
export const INPUT_LIMITS: ParseLimits = { maxBytes: 280_000, maxDepth: 40 };

/** Reads a JSON body strictly, and never more of it than is allowed, whatever its length header says. */
export async function readBody<T>(
  request: Request,
  schema: z.ZodType<T>,
  limits: ParseLimits = INPUT_LIMITS,
): Promise<Outcome<T>> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/json\b/i.test(type))
    return refuse("malformed_request", "The content type is not application/json.");
  const bytes = await readBytes(request, limits.maxBytes);
  if (!bytes.ok) return bytes;
  const json = parseStrict(bytes.value, limits);
  return json.ok ? readFields(json.value, schema) : json;
}

/** A query's fields; one that is given twice is refused like an unknown one. */
export function readQuery<T>(request: Request, schema: z.ZodType<T>): Outcome<T> {
  const given = new URL(request.url).searchParams;
  if (new Set(given.keys()).size !== given.size)
    return refuse("malformed_request", "A field of the query is given twice.");
  return readFields(Object.fromEntries(given), schema);
}

/** Checks fields that came as a body or as a query. */
export function readFields<T>(value: unknown, schema: z.ZodType<T>): Outcome<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return done(parsed.data);
  const errors = parsed.error.issues.map(({ path, message }) => ({ pointer: `/${path.join("/")}`, message }));
  return refuse("malformed_request", "The request does not have the fields it should.", {
    errors: errors.slice(0, 20),
  });
}

export async function readBytes(request: Request, maxBytes: number): Promise<Outcome<Uint8Array>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (!request.body) return refuse("malformed_request", "There is no body.");
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength;
      if (size > maxBytes) return refuse("input_too_large", `A request has at most ${maxBytes} bytes.`);
      chunks.push(chunk);
    }
  } catch {
    // Whoever sends can hang up at will; that is no failure of ours, and no line for the log.
    return refuse("malformed_request", "The body broke off.");
  }
  return done(Buffer.concat(chunks));
}
