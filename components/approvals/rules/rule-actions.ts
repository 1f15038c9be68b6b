import type { DecidedWithRule, MadeRule } from "#lib/approvals/rules/make-rule.ts";
import type { RuleInput } from "#lib/approvals/rules/rule-schema.ts";
import type { Outcome } from "#lib/errors/outcome.ts";

/** What gives an answer to calls that nobody has asked yet. */
export interface RuleActions {
  readonly decideAndRule: (input: RuleInput) => Promise<Outcome<DecidedWithRule>>;
  readonly makeRule: (input: RuleInput) => Promise<Outcome<MadeRule>>;
}
