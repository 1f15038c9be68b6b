import type postgres from "postgres";
import { type Decided, type Decision, withUndoTime } from "#lib/approvals/decide-invocation.ts";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import type { RuleEffect } from "./rule-limits.ts";
import type { RulePattern } from "./rule-pattern.ts";

export interface RuleTerms {
  readonly effect: RuleEffect;
  /** Only a denial can be for every agent. */
  readonly everyAgent: boolean;
  readonly pattern: RulePattern;
  /** How often a yes answers; a denial is not counted. */
  readonly maxUses: number;
  readonly hours: number;
  /** Kept with the rule, and sent to the agent with each answer. */
  readonly reason: string;
}

/** What became of the call, and the rule. A drill makes none. */
export type DecidedWithRule = Decided & { readonly rule?: string; readonly expiresAt?: string };

/** Decides a waiting call and gives the same answer to calls like it: both or neither. */
export async function decideAndRule(
  sql: postgres.Sql,
  token: string,
  { id, revision, digest }: Decision,
  { effect, everyAgent, pattern, maxUses, hours, reason }: RuleTerms,
): Promise<Outcome<DecidedWithRule>> {
  const [row] = await sql<{ decided: DecidedWithRule }[]>`
    select agents.fn_decide_and_rule(${token}, ${id}, ${revision}, ${digest}, ${effect}, ${everyAgent},
      ${JSON.stringify(pattern)}::text::jsonb, ${maxUses}, ${hours}, ${reason}) as decided`;
  if (!row) throw new Error("The database gave no answer to a rule.");
  return done(withUndoTime(row.decided));
}

export interface MadeRule {
  readonly rule: string;
  readonly expiresAt: string;
}

/** Makes a rule from a call that was decided a moment ago. */
export async function makeRule(
  sql: postgres.Sql,
  token: string,
  { id, revision, digest }: Decision,
  { effect, everyAgent, pattern, maxUses, hours, reason }: RuleTerms,
): Promise<Outcome<MadeRule>> {
  const [row] = await sql<{ made: MadeRule }[]>`
    select agents.fn_make_rule(${token}, ${id}, ${revision}, ${digest}, ${effect}, ${everyAgent},
      ${JSON.stringify(pattern)}::text::jsonb, ${maxUses}, ${hours}, ${reason}) as made`;
  if (!row) throw new Error("The database gave no answer to a rule.");
  return done(row.made);
}
