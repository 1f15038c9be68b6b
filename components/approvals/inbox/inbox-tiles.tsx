"use client";
import Link from "next/link";
import { useNow } from "#components/ui/clock.tsx";
import { RiskMark, tierWord } from "#components/ui/risk-mark.tsx";
import { Tile } from "#components/ui/tile.tsx";
import { timeAgo } from "#components/ui/time-words.ts";
import type { InboxFilter, InboxShow } from "#lib/approvals/inbox-filter.ts";
import type { InboxCounts } from "#lib/approvals/queries/count-inbox.ts";
import { TIERS } from "#lib/policy/vocabulary.ts";
import { FloodMeter } from "./flood-meter.tsx";
import type { InboxAddress } from "./use-inbox-address.ts";

interface InboxTilesProps {
  counts: InboxCounts;
  filter: InboxFilter;
  href: InboxAddress["href"];
  tabName: string;
}

const SHOWS: readonly (readonly [InboxShow, string])[] = [
  ["soon", "end in 5 min"],
  ["second", "take two votes"],
  ["flagged", "flagged"],
  ["folded", "asked again"],
];

/** What waits for longer than this is what the oldest tile asks about. */
const OLD_MINUTES = "15";

/** Counts that are filters. A tile with nothing behind it keeps its place, so that the row never jumps. */
export function InboxTiles({ counts, filter, href, tabName }: InboxTilesProps) {
  const now = useNow();
  const anywhere = { [tabName]: null, tier: null, show: null, of: null, age: null };
  const none = filter.tab === "pending" && !filter.tier && !filter.show && !filter.kind && filter.ageMinutes === null;
  return (
    <div className="flex gap-1.5 overflow-x-auto [scrollbar-width:none]">
      <Tile href={href(anywhere)} count={counts.pending} pressed={none}>
        pending
      </Tile>
      {counts.unknown > 0 && (
        <Tile
          href={href({ ...anywhere, of: filter.kind === "unknown" ? null : "unknown" })}
          count={counts.unknown}
          pressed={filter.kind === "unknown"}
        >
          outcome unknown
        </Tile>
      )}
      {[...TIERS].reverse().map((tier) => (
        <Tile
          key={tier}
          href={href({ ...anywhere, tier: filter.tier === tier ? null : tier })}
          count={counts.tiers[tier]}
          mark={<RiskMark tier={tier} size={12} />}
          pressed={filter.tier === tier}
        >
          {tierWord(tier)}
        </Tile>
      ))}
      {SHOWS.map(([show, words]) => (
        <Tile
          key={show}
          href={href({ ...anywhere, show: filter.show === show ? null : show })}
          count={counts[show]}
          pressed={filter.show === show}
        >
          {words}
          {show === "folded" && counts.duplicates > 0 && <span className="figures">(+{counts.duplicates})</span>}
        </Tile>
      ))}
      {counts.oldestAt !== null && (
        <Link
          href={href({ ...anywhere, age: filter.ageMinutes === null ? OLD_MINUTES : null })}
          scroll={false}
          prefetch={false}
          aria-current={filter.ageMinutes === null ? undefined : "true"}
          className={`figures inline-flex h-7 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full border px-2.5 text-ink-2 max-md:h-9 ${filter.ageMinutes === null ? "bg-panel hover:bg-hover" : "border-accent bg-accent-soft"}`}
        >
          oldest <b className="font-semibold text-ink">{timeAgo(Date.parse(counts.oldestAt), now)}</b>
        </Link>
      )}
      <span className="contents md:hidden">
        <FloodMeter flood={counts.flood} />
      </span>
    </div>
  );
}
