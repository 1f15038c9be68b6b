import type { Sql } from "postgres";
import { z } from "zod";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import { toolNameSchema } from "#lib/registry/contract.ts";
import { readQuery } from "../read-request.ts";
import type { Discoverer } from "./discover.ts";
import { type ChosenTerms, chosenTermsSchema, fillPercentSchema, sessionSchema } from "./terms.ts";

/** What may stand behind the address of a list, a definition or a resource. Unknown fields are refused, as in a body. */
const session = chosenTermsSchema.extend({
  sessionId: sessionSchema.optional().describe("Where what was loaded is remembered."),
  context_fill_percent: z
    .string()
    .regex(/^\d{1,3}(\.\d{1,3})?$/, "A number, in digits.")
    .transform(Number)
    .pipe(fillPercentSchema)
    .optional()
    .describe("How full your context is."),
});

export const resourceQuerySchema = session.strict();
export const toolListQuerySchema = session
  .extend({ cursor: z.string().max(200).optional().describe("The nextCursor of the page before.") })
  .strict();
export const toolQuerySchema = session
  .extend({
    unload: z
      .string()
      .transform((names) => names.split(","))
      .pipe(z.array(toolNameSchema).max(200))
      .optional()
      .describe("Names of tools that the session can do without, with commas between them."),
  })
  .strict();

interface Said {
  readonly sessionId?: string | undefined;
  readonly context_fill_percent?: number | undefined;
}

export interface DiscoveryQuery<Query> {
  readonly asker: Discoverer;
  readonly query: Query;
}

export function readDiscoveryQuery<Query extends Said & ChosenTerms>(
  { sql, key }: { readonly sql: Sql; readonly key: string },
  request: Request,
  schema: z.ZodType<Query>,
): Outcome<DiscoveryQuery<Query>> {
  const read = readQuery(request, schema);
  if (!read.ok) return read;
  const { sessionId, context_fill_percent: fillPercent } = read.value;
  const { l1_token_budget, l2_token_budget, auto_unload_on_budget_pressure, unload_threshold_percent } = read.value;
  const chosen = { l1_token_budget, l2_token_budget, auto_unload_on_budget_pressure, unload_threshold_percent };
  return done({ asker: { sql, key, session: sessionId, chosen, fillPercent }, query: read.value });
}
