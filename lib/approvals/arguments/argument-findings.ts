import { type Cleaned, clean } from "#lib/sanitise/clean.ts";
import type { Finding } from "#lib/sanitise/finding.ts";
import type { Argument } from "./arguments-of.ts";

/** Something that the cleaner would have noticed in this argument: a credential that leaves, an escape, hidden characters. */
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

function read(text: string): Cleaned["findings"] {
  return clean(text, { content: "verbatim" }).findings;
}
