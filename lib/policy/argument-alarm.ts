import type { TraceLine } from "#lib/policy/decision-trace.ts";
import { cleanValue } from "#lib/sanitise/clean-value.ts";
import { isAlarm } from "#lib/sanitise/finding.ts";

/** The database raises the tier of a call by a line with this name, and never lowers it. */
const RULE = "argument.alarm";
const RULES_SHOWN = 6;

/**
 * Whether the cleaner would raise an alarm about what a call is asked with: a credential that leaves, hidden characters, words to
 * another model. The line names rules and places, never what stands there. Arguments that cannot be read are an alarm too.
 */
export function argumentAlarm(input: unknown): TraceLine | undefined {
  const read = cleanValue(input, { content: "verbatim" });
  if (!read.ok) return UNREAD_ARGUMENTS;
  const rules = [...new Set(read.value.findings.flatMap(({ rule, severity }) => (isAlarm(severity) ? [rule] : [])))];
  if (rules.length === 0) return undefined;
  return lineOf(`${rules.slice(0, RULES_SHOWN).join(", ")}${rules.length > RULES_SHOWN ? ", \u2026" : ""}`);
}

function lineOf(saw: string): TraceLine {
  return {
    ...{ rule: RULE, stage: "check", concluded: "pass", saw },
    sentence: "The cleaner noticed something in the arguments: the call is one tier higher.",
  };
}

export const UNREAD_ARGUMENTS = lineOf("arguments that cannot be read");
