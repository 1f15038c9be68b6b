import { Flag } from "#components/ui/chip.tsx";
import { Ago } from "#components/ui/time.tsx";
import { TRUST_LEVELS, type TrustLevel } from "#lib/policy/document/trust-section.ts";
import { CATEGORIES } from "#lib/policy/vocabulary.ts";
import { levelBelow, nextLevel, rankOf, type TrustScope } from "#lib/trust/levels.ts";
import { actsIn, type TrustRow, type TrustTrack } from "#lib/trust/queries/list-trust.ts";
import { LevelMark } from "./level-mark.tsx";
import { scopeWords, scoreWords, trendWords } from "./score-words.ts";
import { type TrustActing, TrustActions } from "./trust-actions.tsx";

interface TrackListProps {
  row: TrustRow;
  /** Undefined: this person may look. */
  acting: TrustActing | undefined;
  isOwner: boolean;
}

/**
 * Each scope: where it stands, what its score is made of, and what the next step lacks. What it did something in, or was moved in,
 * comes first; the rest is folded away.
 */
export function TrackList({ row, acting, isOwner }: TrackListProps) {
  const tracks: readonly TrustTrack[] =
    row.tracks.length > 0 ? row.tracks.toSorted((a, b) => (b.calls ?? 0) - (a.calls ?? 0)) : asDeclared(row);
  const isIdle = ({ calls, level, proposed, frozenAt, category }: TrustTrack) =>
    category !== "all" && !calls && level === "sandboxed" && !proposed && !frozenAt;
  const idle = tracks.filter(isIdle);
  const list = (some: readonly TrustTrack[], label: string) => (
    <ul aria-label={label} className="rounded-md border bg-panel">
      {some.map((track) => (
        <TrackItem key={track.category} row={row} track={track} acting={acting} isOwner={isOwner} />
      ))}
    </ul>
  );
  return (
    <>
      {idle.length < tracks.length &&
        list(
          tracks.filter((track) => !isIdle(track)),
          "Levels of trust",
        )}
      {idle.length > 0 && (
        <details className="mt-2">
          <summary className="cursor-pointer py-1 text-ink-2">
            {idle.length} more at sandboxed, without a call:{" "}
            {idle.map(({ category }) => scopeWords(category)).join(", ")}
          </summary>
          {list(idle, "Levels of trust without a call")}
        </details>
      )}
    </>
  );
}

function TrackItem({ row, track, acting, isOwner }: TrackListProps & { track: TrustTrack }) {
  return (
    <li className="grid gap-x-5 gap-y-2 border-b px-3 py-2.5 last:border-b-0 md:grid-cols-[150px_minmax(0,5fr)_minmax(0,6fr)]">
      <div className="flex flex-wrap items-baseline gap-x-3 md:block">
        <h3 className="font-medium">{scopeWords(track.category)}</h3>
        <LevelMark level={track.level} />
        <span className="block text-sm text-ink-2">
          {row.tracks.length === 0 ? "as declared" : <Since track={track} row={row} />}
        </span>
        {track.frozenAt && <Flag tone="medium">stopped</Flag>}
      </div>
      <div className="min-w-0">
        <ScoreParts track={track} />
      </div>
      <div className="min-w-0 text-sm [overflow-wrap:anywhere]">
        <Lacking track={track} />
        {acting && (
          <span className="mt-1.5 block">
            <TrustActions
              agentId={row.agentId}
              agent={row.agent}
              category={track.category}
              up={track.proposed ? undefined : stepUp(row, track)}
              down={levelBelow(track.level)}
              frozen={row.tracks.length === 0 ? undefined : track.frozenAt !== null}
              isOwner={isOwner}
              acting={acting}
            />
          </span>
        )}
      </div>
    </li>
  );
}

/** Where nothing narrows, what was declared holds for everything. */
function asDeclared({ declared, custom }: TrustRow): TrustTrack[] {
  if (custom || !TRUST_LEVELS.some((level) => level === declared)) return [];
  const level = declared as TrustLevel;
  return [{ category: "all", level, since: "", resetAt: null, frozenAt: null, frozenReason: null, proposed: null }];
}

function Since({ track, row }: { track: TrustTrack; row: TrustRow }) {
  const acts = actsIn(row, track.category);
  return (
    <>
      since <Ago at={track.since} />
      {acts !== track.level && acts !== "custom" && `; acts at ${acts}`}
    </>
  );
}

function ScoreParts({ track }: { track: TrustTrack }) {
  if (track.score === undefined) return <span className="text-ink-3">not looked at yet</span>;
  if (!track.calls) return <span className="text-ink-3">no calls</span>;
  const trend = trendWords(track.trend);
  return (
    <>
      <span className="figures">
        <b className="font-semibold">{scoreWords(track.score)}</b> {trend.mark}{" "}
        <span className="text-sm text-ink-2">
          {(track.calls ?? 0).toLocaleString("en-GB")} calls, {trend.words}
        </span>
      </span>
      <ul className="mt-1 grid gap-0.5 text-xs text-ink-2">
        {track.parts?.map(({ name, value, weight }) => (
          <li key={name} className="grid grid-cols-[110px_80px_auto] items-center gap-2">
            <span>{name.replaceAll("_", " ")}</span>
            <svg aria-hidden="true" viewBox="0 0 100 6" preserveAspectRatio="none" className="h-1 w-full">
              <rect width={100} height={6} className="fill-line" />
              <rect width={Math.round(value * 100)} height={6} className="fill-accent" />
            </svg>
            <span className="figures">
              {scoreWords(value)} × {weight}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Lacking({ track }: { track: TrustTrack }) {
  return (
    <>
      {track.proposed && <p>{track.proposed} waits for a person in the inbox.</p>}
      {!track.proposed && track.next && (
        <>
          <p>
            <b className="font-medium">{track.next.to}</b>
            {track.next.human && ", by a person"}
            {track.next.raisesCeiling && ", with its ceiling"}
            {track.next.missing.length > 0 ? " needs" : ": nothing is missing"}
          </p>
          <ul className="list-disc pl-4 text-ink-2">
            {track.next.missing.map((missing) => (
              <li key={missing}>{missing}</li>
            ))}
          </ul>
        </>
      )}
      {!track.proposed && !track.next && <p className="text-ink-2">No step is written down; people can take one.</p>}
      {track.note && <p className="text-medium">{track.note}</p>}
    </>
  );
}

/** A step that would change what it acts at, or nothing. */
function stepUp(row: TrustRow, track: TrustTrack) {
  const acts = actsIn(row, track.category);
  if (acts === "custom") return undefined;
  const to = nextLevel(acts);
  if (!to) return undefined;
  const ceiling = row.custom || row.declared === "custom" ? undefined : (row.declared as TrustLevel);
  const raisesCeiling = ceiling !== undefined && rankOf(to) > rankOf(ceiling);
  if (isHeldLower(row, track.category, to)) return undefined;
  return { to, asks: to === "elevated" || raisesCeiling, raisesCeiling };
}

/** Other scopes hold it lower, so that raising this one would change nothing (airlock.is_held_lower). */
function isHeldLower({ tracks }: TrustRow, category: TrustScope, to: TrustLevel): boolean {
  const lower = tracks.filter(({ level }) => rankOf(level) < rankOf(to)).map((track) => track.category);
  return category === "all" ? CATEGORIES.every((one) => lower.includes(one)) : lower.includes("all");
}
