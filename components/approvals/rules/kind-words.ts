import type { ChoiceKind } from "#lib/approvals/rules/argument-choice.ts";

export const KIND_WORDS: Readonly<Record<ChoiceKind, string>> = {
  is: "exactly this",
  oneOf: "one of",
  prefix: "begins with",
  suffix: "ends with",
  atMost: "at most",
  any: "anything",
};
