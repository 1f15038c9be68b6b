import { clean } from "#lib/sanitise/clean.ts";
import type { Finding } from "#lib/sanitise/finding.ts";
import { reasonOf } from "#lib/sanitise/rules.ts";
import { findInText } from "#lib/sanitise/sentences/find-in-text.ts";
import type { Argument } from "./arguments-of.ts";

/**
 * Something that the cleaner would have noticed in this argument: a credential that leaves, an escape, hidden characters,
 * words to another model.
 */
export interface ArgumentFinding extends Pick<Finding, "rule" | "severity" | "start" | "end"> {
  readonly argument: string;
  readonly reason: string;
}

const FINDINGS_MAX = 100;
/** Of an output the rule says that it was masked; here nothing is changed. */
const LEAVES = "Something that has the form of a credential; it would leave with this call.";

/** The same rules that outputs are cleaned by, on what is about to go the other way. Places are in the text as it is laid out. */
export function findInArguments(items: readonly Argument[]): ArgumentFinding[] {
  return items
    .flatMap((item) =>
      read(item.text).map(
        ({ rule, severity, start, end, reason }): ArgumentFinding => ({
          argument: item.name,
          rule,
          severity,
          start,
          end,
          reason: rule.startsWith("credential.") ? LEAVES : (reason ?? "Noticed by this rule."),
        }),
      ),
    )
    .slice(0, FINDINGS_MAX);
}

type Read = Pick<Finding, "rule" | "severity" | "start" | "end" | "reason">;

/** What the cleaner notices, and what is said to a model: an argument can carry an attack on to the next reader. */
function read(text: string): Read[] {
  const cleaned = clean(text, { content: "verbatim" }).findings;
  const said = findInText(text).notes.filter(
    ({ rule, start, end }) => !cleaned.some((other) => other.rule === rule && other.start < end && start < other.end),
  );
  return [
    ...cleaned,
    ...said.map(({ rule, severity, start, end }) => ({ rule, severity, start, end, reason: reasonOf(rule) })),
  ];
}
