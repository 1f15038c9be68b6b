import { Flag } from "#components/ui/chip.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { Change } from "#lib/registry/drift/change.ts";
import { ChangeMark } from "./change-mark.tsx";
import { gatherChanges } from "./gather-changes.ts";
import { meaningOf } from "./meaning-of.ts";
import { byWeight, partWords } from "./part-words.ts";

type PartHashes = Readonly<Record<string, string>>;

interface ChangeTableProps {
  changes: readonly Change[];
  before: { readonly number: number; readonly partHashes: PartHashes };
  after: { readonly number: number; readonly partHashes: PartHashes };
}

/** Every part with its hash in both versions, and of those that differ what differs and how grave that is. */
export function ChangeTable({ changes, before, after }: ChangeTableProps) {
  const of = changes.map(({ part }) => part);
  const parts = [...new Set([...Object.keys(before.partHashes), ...Object.keys(after.partHashes), ...of])].sort(
    byWeight,
  );
  // A change that stands under a part with equal hashes is shown too: nothing that was noticed may be hidden by how it is sorted.
  const differs = (part: string) => before.partHashes[part] !== after.partHashes[part] || of.includes(part);
  const same = parts.filter((part) => !differs(part));
  return (
    <>
      <Table label="Changes by part">
        <Head>
          <HeadCell>Part</HeadCell>
          <HeadCell wide>v{before.number}</HeadCell>
          <HeadCell wide>v{after.number}</HeadCell>
          <HeadCell>Change</HeadCell>
        </Head>
        <tbody>
          {parts.filter(differs).map((part) => (
            <Row key={part}>
              <Cell className="w-32 align-top!">
                <a href={`#part-${part}`} className="font-medium hover:text-accent hover:underline">
                  {partWords(part)}
                </a>
              </Cell>
              <Cell wide className="w-28 align-top!">
                <PartHash value={before.partHashes[part]} />
              </Cell>
              <Cell wide className="w-28 align-top! text-dual">
                <PartHash value={after.partHashes[part]} />
              </Cell>
              <Cell className="align-top!">
                <ul className="grid gap-1.5">
                  {gatherChanges(changes.filter((change) => change.part === part)).map(({ change, times }) => (
                    <ChangeLine key={`${change.code} ${change.pointer}`} change={change} times={times} />
                  ))}
                </ul>
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      {same.length > 0 && (
        <p className="mt-2 text-sm text-ink-2">Unchanged, by hash: {same.map(partWords).join(", ")}.</p>
      )}
    </>
  );
}

function PartHash({ value }: { value: string | undefined }) {
  return value ? <Hash value={value} scheme={false} head={8} tail={0} /> : <span className="text-ink-3">–</span>;
}

function ChangeLine({ change, times }: { change: Change; times: number }) {
  return (
    <li>
      <p className="flex flex-wrap items-baseline gap-x-2.5">
        <ChangeMark severity={change.severity} />
        <code className="text-xs [overflow-wrap:anywhere]">
          <VisibleText text={change.pointer} />
        </code>
        {change.widening && <Flag tone="dual">widens</Flag>}
        {times > 1 && <span className="text-sm text-ink-2">{times} times</span>}
      </p>
      <p className="text-sm text-ink-2">
        {meaningOf(change.code)} <code className="text-xs text-ink-3">{change.code}</code>
      </p>
    </li>
  );
}
