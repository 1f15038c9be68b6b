import type { RulePreview } from "./preview-rule.ts";
import type { RuleEffect } from "./rule-limits.ts";

/** What a rule would have done, in one sentence that a person reads before making it. */
export function previewWords(effect: RuleEffect, { days, looked, matched, released, rejected }: RulePreview): string {
  if (looked === 0) return `No other call of this tool in ${days} days to try it on.`;
  if (matched === 0) return `It would have answered for none of ${calls(looked)} in ${days} days.`;
  if (effect === "deny") {
    return `In ${days} days it would have refused ${calls(matched)}${
      released > 0 ? `, ${released} of which were approved` : ", none of which was approved"
    }.`;
  }
  return `In ${days} days it would have released ${calls(matched)}${
    rejected > 0
      ? `, ${rejected} of which people rejected, changed or took back`
      : ", none of which people rejected, changed or took back"
  }.`;
}

function calls(count: number): string {
  return count === 1 ? "1 past call" : `${count.toLocaleString("en-GB")} past calls`;
}
