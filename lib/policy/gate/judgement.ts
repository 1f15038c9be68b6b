import type { Refusal } from "#lib/errors/outcome.ts";
import type { TraceLine } from "#lib/policy/decision-trace.ts";
import { headOf, plainText } from "#lib/policy/plain-text.ts";
import type { FoundArgument } from "./find-arguments.ts";

/** What the gate says about one argument. */
export interface Judgement {
  readonly line: TraceLine;
  readonly refusal?: Refusal;
}

export function lineAbout(
  { pointer, foundBy }: FoundArgument,
  rule: string,
  concluded: "pass" | "deny",
  seen: string,
  sentence: string,
): TraceLine {
  const saw = `${plainText(pointer, 120)} (${foundBy}): ${seen}`;
  return { rule, stage: "check", concluded, saw: headOf(saw, 400), sentence: headOf(sentence, 400) };
}
