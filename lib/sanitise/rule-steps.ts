import { SENTENCE_RULES } from "./grammar/rules.ts";
import type { CleaningStep } from "./policy.ts";

/** The step of the policy that a rule belongs to; undefined for what no policy decides on, such as the size and our own markers. */
export function stepOf(rule: string): CleaningStep | undefined {
  switch (rule.slice(0, rule.indexOf("."))) {
    case "escape":
    case "control":
      return "escapes";
    case "hidden":
    case "unicode":
      return "hidden";
    case "credential":
      return "credentials";
    case "markup":
      return CONCEALED.has(rule) ? "concealed" : "markup";
    case "role":
      return "roles";
    case "encoded":
      return "encoded";
    case "injection":
      return rule === "injection.encoded" ? "encoded" : "sentences";
    default:
      return rule in SENTENCE_RULES ? "sentences" : undefined;
  }
}

const CONCEALED = new Set(["markup.comment", "markup.hidden", "markup.hidden-instruction"]);
