import type { PendingItem } from "#lib/approvals/queries/list-pending.ts";
import { TIERS, type Tier } from "#lib/policy/vocabulary.ts";

/** What the tiles and the field above the list ask for; all of it lives in the address. */
export interface InboxFilter {
  readonly tier?: Tier;
  readonly soon: boolean;
  readonly second: boolean;
  readonly flagged: boolean;
  readonly words: string;
}

export const SOON_MS = 5 * 60 * 1000;

export function parseFilter(params: URLSearchParams): InboxFilter {
  const tier = TIERS.find((name) => name === params.get("tier"));
  return {
    ...(tier ? { tier } : {}),
    soon: params.get("show") === "soon",
    second: params.get("show") === "second",
    flagged: params.get("show") === "flagged",
    words: params.get("q") ?? "",
  };
}

export function matches(item: PendingItem, filter: InboxFilter, now: number): boolean {
  if (filter.tier && item.tier !== filter.tier) return false;
  if (filter.soon && Date.parse(item.expiresAt) - now >= SOON_MS) return false;
  if (filter.second && item.required < 2) return false;
  if (filter.flagged && !item.flagged) return false;
  const words = filter.words.trim().toLowerCase();
  return words === "" || `${item.tool} ${item.agent} ${item.effect} ${item.id}`.toLowerCase().includes(words);
}
