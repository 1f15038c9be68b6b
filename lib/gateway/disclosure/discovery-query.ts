import type { Sql } from "postgres";
import { z } from "zod";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import { toolNameSchema } from "#lib/registry/contract.ts";
import { readFields } from "../read-request.ts";
import type { Discoverer } from "./discover.ts";
import { chosenTermsSchema, fillPercentSchema, sessionSchema } from "./terms.ts";

/** What may stand behind the address of a list or a definition. Unknown fields are refused, as in a body. */
const discoveryQuerySchema = chosenTermsSchema.extend({
  cursor: z.string().max(200).optional(),
  sessionId: sessionSchema.optional(),
  context_fill_percent: z
    .string()
    .regex(/^\d{1,3}(\.\d{1,3})?$/, "A number, in digits.")
    .transform(Number)
    .pipe(fillPercentSchema)
    .optional(),
  unload: z
    .string()
    .transform((names) => names.split(","))
    .pipe(z.array(toolNameSchema).max(200))
    .optional(),
});

export interface DiscoveryQuery {
  readonly asker: Discoverer;
  readonly cursor?: string | undefined;
  readonly unload?: readonly string[] | undefined;
}

export function readDiscoveryQuery(sql: Sql, key: string, request: Request): Outcome<DiscoveryQuery> {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const read = readFields(query, discoveryQuerySchema.strict());
  if (!read.ok) return read;
  const { cursor, unload, sessionId, context_fill_percent, ...chosen } = read.value;
  const asker = { sql, key, session: sessionId, chosen, fillPercent: context_fill_percent };
  return done({ asker, cursor, unload });
}
