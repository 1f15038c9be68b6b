import type { z } from "zod";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { isBearerKey } from "#lib/keys/bearer-key.ts";
import { parseStrict } from "#lib/registry/parse-strict.ts";

/** The key of `Authorization: Bearer …`; a malformed one is refused before the database is asked. */
export function readKey(request: Request): Outcome<string> {
  const [scheme, key, ...rest] = (request.headers.get("authorization") ?? "").split(" ");
  if (scheme?.toLowerCase() !== "bearer" || !key || rest.length > 0 || !isBearerKey("alk", key))
    return refuse("bad_agent_key");
  return done(key);
}

/** An input of 256 KiB and its envelope. */
const BODY_BYTES_MAX = 280_000;
const BODY_DEPTH_MAX = 40;

/** Reads a JSON body strictly, and never more of it than is allowed, whatever its length header says. */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<Outcome<T>> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/json\b/i.test(type))
    return refuse("malformed_request", "The content type is not application/json.");
  const bytes = await readBytes(request);
  if (!bytes.ok) return bytes;
  const json = parseStrict(bytes.value, { maxBytes: BODY_BYTES_MAX, maxDepth: BODY_DEPTH_MAX });
  return json.ok ? readFields(json.value, schema) : json;
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

async function readBytes(request: Request): Promise<Outcome<Uint8Array>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (!request.body) return refuse("malformed_request", "There is no body.");
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength;
      if (size > BODY_BYTES_MAX) return refuse("input_too_large", `A request has at most ${BODY_BYTES_MAX} bytes.`);
      chunks.push(chunk);
    }
  } catch {
    // Whoever sends can hang up at will; that is no failure of ours, and no line for the log.
    return refuse("malformed_request", "The body broke off.");
  }
  return done(Buffer.concat(chunks));
}
