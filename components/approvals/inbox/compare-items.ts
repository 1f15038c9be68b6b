import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import { TIERS } from "#lib/policy/vocabulary.ts";

/** The order of the list, as the database has it: below zero when `a` comes first. Times are finer there; equal here, ids decide. */
export function compareItems(a: InboxItem, b: InboxItem): number {
  if (a.decided && b.decided)
    return compare(b.decided.at, a.decided.at) || compare(b.approvalId ?? "", a.approvalId ?? "");
  if ((a.kind === "unknown") !== (b.kind === "unknown")) return a.kind === "unknown" ? -1 : 1;
  return (
    TIERS.indexOf(b.tier) - TIERS.indexOf(a.tier) ||
    compare(a.expiresAt ?? "", b.expiresAt ?? "") ||
    compare(a.approvalId ?? a.id, b.approvalId ?? b.id)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
