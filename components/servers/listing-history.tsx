import { Chip } from "#components/ui/chip.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { ClockTime } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import {
  LISTINGS_SHOWN,
  type ListingDifference,
  type ListingLine,
} from "#lib/registry/servers/queries/list-listings.ts";

/** Each time that the server said something new. Equal listings are not kept twice. */
export function ListingHistory({ listings }: { listings: readonly ListingLine[] }) {
  if (listings.length === 0) {
    return <EmptyState title="Not listed yet">What the server lists is kept here each time it changes.</EmptyState>;
  }
  return (
    <>
      <Table label="Listings">
        <Head>
          <HeadCell>When</HeadCell>
          <HeadCell>What was new</HeadCell>
          <HeadCell wide right>
            Tools
          </HeadCell>
          <HeadCell wide>Root</HeadCell>
          <HeadCell wide>Protocol</HeadCell>
        </Head>
        <tbody>
          {listings.map((listing) => (
            <Row key={listing.id}>
              <Cell className="whitespace-nowrap align-top!">
                <ClockTime at={listing.at} form="date" /> {listing.current && <Chip tone="accent">now</Chip>}
              </Cell>
              <Cell className="align-top!">
                {listing.against ? (
                  <Difference of={listing.against} />
                ) : (
                  <span className="text-ink-2">
                    {listings.length < LISTINGS_SHOWN ? "the first" : "the oldest shown"}
                  </span>
                )}
              </Cell>
              <Cell wide right className="figures align-top!">
                {listing.tools.toLocaleString("en-GB")}
              </Cell>
              <Cell wide className="align-top!">
                <Hash value={listing.serverRoot} head={8} tail={4} />
              </Cell>
              <Cell wide className="align-top! text-ink-2">
                {listing.protocol ?? "not said"}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      {listings.length === LISTINGS_SHOWN && (
        <p className="mt-2 text-sm text-ink-2">The newest {LISTINGS_SHOWN}. The audit log has every one.</p>
      )}
    </>
  );
}

function Difference({ of: { added, removed, changed, instructions } }: { of: ListingDifference }) {
  const parts = [
    { word: "added", names: added },
    { word: "removed", names: removed },
    { word: "changed", names: changed },
  ].filter(({ names }) => names.length > 0);
  if (parts.length === 0) return <span>{instructions ? "its instructions" : "how its tools are classed"}</span>;
  return (
    <>
      {parts.map(({ word, names }) => (
        <span key={word} className="block">
          {word} <Names names={names} />
        </span>
      ))}
      {instructions && <span className="block">and its instructions</span>}
    </>
  );
}

const NAMED = 6;

function Names({ names }: { names: readonly string[] }) {
  return (
    <code className="text-xs">
      <VisibleText text={names.slice(0, NAMED).join(", ")} />
      {names.length > NAMED && ` and ${names.length - NAMED} more`}
    </code>
  );
}
