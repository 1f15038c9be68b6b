import type { DecisionControl } from "#components/approvals/decision/use-decision.ts";
import type { useAttention } from "./use-attention.ts";

/** What one key gives; the menu offers other times. */
const SNOOZE_MINUTES = 60;

/** S and C: out of sight or back, mine or everybody's. */
export function attentionKeys({
  attention,
  assign,
  snooze,
}: ReturnType<typeof useAttention>): Pick<DecisionControl, "snooze" | "claim"> {
  if (!attention?.mayAttend) return {};
  const { snoozedUntil, assignee, viewerId } = attention;
  return {
    snooze: () => void snooze(snoozedUntil === null ? SNOOZE_MINUTES : null),
    claim: () => void assign(assignee?.id === viewerId ? null : viewerId),
  };
}
