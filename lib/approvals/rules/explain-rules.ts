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
  argument: "its arguments are others",
  other_version: "it is for another version of the tool",
  other_agent: "it is for another agent",
  revoked: "it was revoked",
  expired: "it is over",
  used_up: "it is used up",
  maker_gone: "whoever made it may no longer vote",
  too_grave: "this call is graver than any rule may answer for",
  revised: "this call was changed since it was asked",
  made_since: "it was made after this call was asked",
} as const;

export function whyWords({ why, argument }: SilentRule): string {
  return why === "argument" && argument !== null ? "is not what it covers" : WORDS[why];
}

export async function explainRules(
  sql: postgres.Sql,
  token: string,
  invocation: string,
): Promise<Outcome<readonly SilentRule[]>> {
  const [row] = await sql<{ rules: SilentRule[] }[]>`select agents.fn_explain_rules(${token}, ${invocation}) as rules`;
  return done(row?.rules ?? []);
}
