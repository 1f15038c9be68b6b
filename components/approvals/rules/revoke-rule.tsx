"use client";
import { ConfirmWithReason } from "#components/ui/confirm-with-reason.tsx";
import type { ListedRule } from "#lib/approvals/rules/queries/list-rules.ts";
import type { RevokedRule } from "#lib/approvals/rules/revoke-rule.ts";
import type { Outcome } from "#lib/errors/outcome.ts";

export type RevokeRuleAction = (input: { rule: string; reason: string }) => Promise<Outcome<RevokedRule>>;

/** Anybody who votes may end anybody's rule. */
export function RevokeRule({ rule, revoke }: { rule: ListedRule; revoke: RevokeRuleAction }) {
  return (
    <ConfirmWithReason
      label="Revoke"
      title="Revoke this rule"
      danger
      description={
        rule.effect === "approve"
          ? "Calls like these wait for people again, also those that it released and that nobody has taken yet."
          : "Calls like these are no longer refused; they are decided like any other."
      }
      done="The rule has ended."
      act={(reason) => revoke({ rule: rule.id, reason })}
    />
  );
}
