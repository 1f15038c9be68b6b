import { Gauge } from "lucide-react";
import Link from "next/link";
import { Flag } from "#components/ui/chip.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { Cell, Head, HeadCell, Row, RowLink, Table } from "#components/ui/table.tsx";
import { CATEGORIES, type Category } from "#lib/policy/vocabulary.ts";
import { actsIn, type TrustRow, type TrustTrack } from "#lib/trust/queries/list-trust.ts";
import { LevelMark } from "./level-mark.tsx";
import { scopeWords, scoreWords, trendWords } from "./score-words.ts";

/** Agents down, categories across: what each may act at, what it scored, and what it would take to rise. */
export function TrustMatrix({ rows }: { rows: readonly TrustRow[] }) {
  if (rows.length === 0)
    return (
      <div className="rounded-md border bg-panel">
        <EmptyState icon={<Gauge size={22} />} title="No agents">
          An agent has a place here as soon as an admin makes it.
        </EmptyState>
      </div>
    );
  const categories = shown(rows);
  return (
    <Table label="Trust">
      <Head>
        <HeadCell>Agent</HeadCell>
        <HeadCell>Overall</HeadCell>
        {categories.map((category) => (
          <HeadCell key={category} wide title={category}>
            {scopeWords(category)}
          </HeadCell>
        ))}
        <HeadCell>Next step</HeadCell>
      </Head>
      <tbody>
        {rows.map((row) => (
          <Row key={row.agentId}>
            <Cell className="align-top">
              <span className="flex flex-wrap items-center gap-x-2">
                <RowLink href={`/agents/${row.agent}?tab=trust`}>{row.agent}</RowLink>
                {row.frozenAt && <StateMark state="frozen" />}
              </span>
              <span className="block text-sm text-ink-2">
                {row.strategy ?? "not earned"}
                {row.ownStrategy && ", its own"}
              </span>
            </Cell>
            <Cell className="align-top">
              <Level row={row} scope="all" />
            </Cell>
            {categories.map((category) => (
              <Cell key={category} wide className="align-top">
                <Level row={row} scope={category} />
              </Cell>
            ))}
            <Cell className="min-w-32 max-w-72 align-top text-sm text-ink-2 [overflow-wrap:anywhere]">
              <NextStepOf row={row} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** Categories that something was done or earned in, by anybody on this page. */
function shown(rows: readonly TrustRow[]): Category[] {
  return CATEGORIES.filter((category) =>
    rows.some(({ tracks }) =>
      tracks.some((track) => track.category === category && ((track.calls ?? 0) > 0 || track.level !== "sandboxed")),
    ),
  );
}

function Level({ row, scope }: { row: TrustRow; scope: "all" | Category }) {
  const track = row.tracks.find(({ category }) => category === scope);
  const level = scope === "all" && !track ? row.declared : actsIn(row, scope);
  const trend = trendWords(track?.trend);
  return (
    <>
      <LevelMark level={level} narrowed={!track} />
      {scope === "all" && !track && <span className="block text-sm text-ink-2">ceiling</span>}
      {track?.score !== undefined && (track.calls ?? 0) > 0 && (
        <span className="figures block text-sm text-ink-2" title={trend.words}>
          {scoreWords(track.score)} {trend.mark}
          {trend.mark && <span className="sr-only">{trend.words}</span>}
        </span>
      )}
      {track?.frozenAt && <Flag tone="medium">stopped</Flag>}
    </>
  );
}

/** The nearest step of all its scopes: one that waits for people, else the one that lacks least. */
function NextStepOf({ row }: { row: TrustRow }) {
  const waiting = row.tracks.find(({ proposed }) => proposed !== null);
  if (waiting)
    return (
      <Link href={`/approvals?q=${row.agent}`} prefetch={false} className="relative z-10 text-accent underline">
        {scopeWords(waiting.category)}: {waiting.proposed} waits for a person
      </Link>
    );
  const note = row.tracks.find((track) => track.note)?.note;
  const [nearest] = row.tracks.filter(({ next }) => next).sort(byLacks);
  if (!nearest?.next)
    return (
      <>{note ?? (row.strategy && row.strategy !== "disabled" ? "nothing to rise to" : "moved by people alone")}</>
    );
  const { to, missing } = nearest.next;
  return (
    <>
      <b className="font-medium text-ink">
        {scopeWords(nearest.category)} → {to}
      </b>
      {missing.length === 0 ? ": ready" : `: needs ${missing[0]}`}
      {missing.length > 1 && `, and ${missing.length - 1} more to meet`}
      {note && !nearest.frozenAt && <span className="block text-ink-3">{note}</span>}
    </>
  );
}

function byLacks(a: TrustTrack, b: TrustTrack): number {
  return (a.next?.missing.length ?? 0) - (b.next?.missing.length ?? 0) || (b.calls ?? 0) - (a.calls ?? 0);
}
