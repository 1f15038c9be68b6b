import { StateMark } from "#components/ui/state-mark.tsx";
import { Tile } from "#components/ui/tile.tsx";
import { CONCERNS_COUNTED, type ConcernCounts } from "#lib/registry/queries/count-concerns.ts";
import { TOOL_CONCERNS, type ToolConcern } from "#lib/registry/queries/tool-filter.ts";

const WORDS: Record<ToolConcern, string> = {
  review: "with a version to review",
  findings: "with findings",
  drifted: "drifted",
  quarantined: "quarantined",
};

interface ConcernTilesProps {
  counts: ConcernCounts;
  current: ToolConcern | undefined;
  hrefOf: (concern: ToolConcern | undefined) => string;
}

/** What wants a look, as filters. A tile with nothing behind it keeps its place. */
export function ConcernTiles({ counts, current, hrefOf }: ConcernTilesProps) {
  return (
    <div className="mb-3 flex gap-1.5 overflow-x-auto [scrollbar-width:none]">
      {TOOL_CONCERNS.map((concern) => (
        <Tile
          key={concern}
          href={hrefOf(concern === current ? undefined : concern)}
          count={counts[concern]}
          more={counts[concern] >= CONCERNS_COUNTED}
          pressed={concern === current}
          mark={concern === "findings" ? <FindingMark /> : <StateMark state={concern} word={false} />}
        >
          {WORDS[concern]}
        </Tile>
      ))}
    </div>
  );
}

function FindingMark() {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden className="shrink-0 text-high">
      <path d="M7 1.4 13 12.4H1Z" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
      <path d="M7 5.4v3M7 10.4v.1" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  );
}
