import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import type { RuleTerms } from "./make-rule.ts";

/** What a rule would have answered, had it stood for the last days. */
export interface RulePreview {
  readonly days: number;
  /** How many calls were looked at; a bounded number, the newest. */
  readonly looked: number;
  readonly matched: number;
  readonly released: number;
  /** People said no to them, changed them before a yes, or took a yes back. */
  readonly rejected: number;
  readonly expired: number;
  readonly sampleRejected: readonly string[];
  readonly sampleReleased: readonly string[];
  /** The argument in which it parts from the call it is made from; null when it covers that call. */
  readonly differs: string | null;
}

export async function previewRule(
  sql: postgres.Sql,
  token: string,
  invocation: string,
  { effect, everyAgent, pattern }: Pick<RuleTerms, "effect" | "everyAgent" | "pattern">,
): Promise<Outcome<RulePreview>> {
  const [row] = await sql<{ seen: RulePreview }[]>`
    select agents.fn_preview_rule(${token}, ${invocation}, ${effect}, ${everyAgent}, ${JSON.stringify(pattern)}::text::jsonb) as seen`;
  if (!row) throw new Error("The database gave no preview of a rule.");
  return done(row.seen);
}
