import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";

/** One rule of the tool that did not answer for a call, and why. */
export interface SilentRule {
  readonly id: string;
  readonly why: keyof typeof WORDS;
  /** The argument in which they part, where that is the reason. */
  readonly argument: string | null;
}

const WORDS = {
  argument: "covers other arguments",
  other_version: "is for another version of the tool",
  other_agent: "is for another agent",
  revoked: "was revoked",
  expired: "is over",
  used_up: "is used up",
  maker_gone: "was made by somebody who may no longer vote",
  too_grave: "cannot answer for a call as grave as this",
  revised: "does not answer for a call that was changed",
  made_since: "was made after this call was asked",
} as const;

/** What is said of the nearest rule; where an argument is the reason, its name comes after. */
export function whyWords({ why, argument }: SilentRule): string {
  return why === "argument" && argument !== null ? "covers another" : WORDS[why];
}

export async function explainRules(
  sql: postgres.Sql,
  token: string,
  invocation: string,
): Promise<Outcome<readonly SilentRule[]>> {
  const [row] = await sql<{ rules: SilentRule[] }[]>`select agents.fn_explain_rules(${token}, ${invocation}) as rules`;
  return done(row?.rules ?? []);
}
