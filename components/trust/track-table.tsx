import { Flag } from "#components/ui/chip.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { Ago } from "#components/ui/time.tsx";
import { TRUST_LEVELS, type TrustLevel } from "#lib/policy/document/trust-section.ts";
import { levelBelow, nextLevel, rankOf } from "#lib/trust/levels.ts";
import { actsIn, type TrustRow, type TrustTrack } from "#lib/trust/queries/list-trust.ts";
import { LevelMark } from "./level-mark.tsx";
import { scopeWords, scoreWords, trendWords } from "./score-words.ts";
import { type TrustActing, TrustActions } from "./trust-actions.tsx";

interface TrackTableProps {
  row: TrustRow;
  /** Undefined: this person may look. */
  acting: TrustActing | undefined;
  isOwner: boolean;
}

/** Each scope: where it stands, what its score is made of, and what the next step lacks. */
export function TrackTable({ row, acting, isOwner }: TrackTableProps) {
  const tracks: readonly TrustTrack[] =
    row.tracks.length > 0 ? row.tracks.toSorted((a, b) => (b.calls ?? 0) - (a.calls ?? 0)) : undeclared(row);
  return (
    <Table label="Levels of trust">
      <Head>
        <HeadCell>In</HeadCell>
        <HeadCell>Level</HeadCell>
        <HeadCell>Score</HeadCell>
        <HeadCell>Next step</HeadCell>
      </Head>
      <tbody>
        {tracks.map((track) => (
          <Row key={track.category}>
            <Cell className="whitespace-nowrap align-top font-medium">{scopeWords(track.category)}</Cell>
            <Cell className="align-top">
              <LevelMark level={track.level} />
              <span className="block text-sm text-ink-2">
                {row.tracks.length === 0 ? "as declared" : <Since track={track} row={row} />}
              </span>
              {track.frozenAt && <Flag tone="medium">stopped</Flag>}
            </Cell>
            <Cell className="align-top">
              <ScoreParts track={track} />
            </Cell>
            <Cell className="min-w-44 align-top text-sm [overflow-wrap:anywhere]">
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
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** Where nothing narrows, what was declared holds for everything. */
function undeclared({ declared, custom }: TrustRow): TrustTrack[] {
  if (custom || !TRUST_LEVELS.some((level) => level === declared)) return [];
  const level = declared as TrustLevel;
  return [{ category: "all", level, since: "", frozenAt: null, frozenReason: null, proposed: null }];
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
      <ul className="mt-1 grid gap-0.5 text-xs text-ink-2 max-md:hidden">
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
  // Another scope holds it lower: raising this one would change nothing.
  const heldBy = row.tracks.some(
    (other) => other.category === "all" && track.category !== "all" && rankOf(other.level) < rankOf(to),
  );
  if (heldBy) return undefined;
  return { to, asks: to === "elevated" || raisesCeiling, raisesCeiling };
}
