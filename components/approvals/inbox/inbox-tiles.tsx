"use client";
import { RiskMark, tierWord } from "#components/ui/risk-mark.tsx";
import { Tile } from "#components/ui/tile.tsx";
import type { PendingItem } from "#lib/approvals/queries/list-pending.ts";
import { TIERS } from "#lib/policy/vocabulary.ts";
import { type InboxFilter, SOON_MS } from "./inbox-filter.ts";

interface InboxTilesProps {
  items: readonly PendingItem[];
  filter: InboxFilter;
  now: number;
  href: (changes: Readonly<Record<string, string | null>>) => string;
}

/** Counts that are filters. A tile with nothing behind it keeps its place, so that the row never jumps. */
export function InboxTiles({ items, filter, now, href }: InboxTilesProps) {
  const soon = items.filter(({ expiresAt }) => Date.parse(expiresAt) - now < SOON_MS).length;
  const second = items.filter(({ required }) => required > 1).length;
  const flagged = items.filter((item) => item.flagged).length;
  const none = !filter.tier && !filter.soon && !filter.second && !filter.flagged;
  const show = (name: string, on: boolean) => href({ tier: null, show: on ? null : name });
  return (
    <div className="flex gap-1.5 overflow-x-auto [scrollbar-width:none]">
      <Tile href={href({ tier: null, show: null })} count={items.length} pressed={none}>
        pending
      </Tile>
      {[...TIERS].reverse().map((tier) => (
        <Tile
          key={tier}
          href={href({ tier: filter.tier === tier ? null : tier, show: null })}
          count={items.filter((item) => item.tier === tier).length}
          mark={<RiskMark tier={tier} size={12} />}
          pressed={filter.tier === tier}
        >
          {tierWord(tier)}
        </Tile>
      ))}
      <Tile href={show("soon", filter.soon)} count={soon} pressed={filter.soon}>
        end in 5 min
      </Tile>
      <Tile href={show("second", filter.second)} count={second} pressed={filter.second}>
        take two votes
      </Tile>
      <Tile href={show("flagged", filter.flagged)} count={flagged} pressed={filter.flagged}>
        flagged
      </Tile>
    </div>
  );
}
