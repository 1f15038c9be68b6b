import type { Sql } from "postgres";
import { z } from "zod";
import { sendHint } from "#db/send-hint.ts";
import { attempt } from "#lib/errors/attempt.ts";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { LoadPlan } from "./plan-load.ts";
import { disclosureTermsSchema } from "./terms.ts";

const disclosureSchema = z.object({
  revision: z.number().int(),
  loaded: z.array(z.object({ tool: z.string(), tokens: z.number() })),
  terms: disclosureTermsSchema,
});
export type Disclosure = z.infer<typeof disclosureSchema>;

export async function readDisclosure(sql: Sql, key: string, session: string): Promise<Outcome<Disclosure>> {
  const found = await attempt(
    () => sql<{ answer: unknown }[]>`select agents.fn_disclosure(${key}, ${session}) as answer`,
  );
  return found.ok ? done(disclosureSchema.parse(found.value[0]?.answer)) : found;
}

/** Two calls of one session at once each see the other's change; more often than this they do not collide. */
const TRIES = 5;

/** Changes what is loaded. The plan is made anew when somebody else changed it meanwhile. */
export async function changeDisclosure(
  sql: Sql,
  key: string,
  session: string,
  plan: (disclosure: Disclosure) => Outcome<LoadPlan>,
): Promise<Outcome<LoadPlan>> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = await readDisclosure(sql, key, session);
    if (!before.ok) return before;
    const planned = plan(before.value);
    if (!planned.ok || isSame(planned.value.loaded, before.value.loaded)) return planned;
    const { revision } = before.value;
    const loaded = JSON.stringify(planned.value.loaded);
    const kept = await attempt(
      () => sql<{ kept: boolean }[]>`
        select agents.fn_keep_disclosure(${key}, ${session}, ${revision}, ${loaded}::text::jsonb) as kept`,
    );
    if (!kept.ok) return kept;
    if (kept.value[0]?.kept) {
      // Who listens for changes of its list is told.
      sendHint(sql, "airlock_events");
      return planned;
    }
  }
  return refuse("busy");
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
