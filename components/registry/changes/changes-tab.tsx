import { EmptyState } from "#components/ui/empty-state.tsx";
import { FilterSelect } from "#components/ui/filter-select.tsx";
import { Section } from "#components/ui/section.tsx";
import type { Change } from "#lib/registry/drift/change.ts";
import type { PartDiff as Diff } from "#lib/registry/drift/diff-types.ts";
import type { ToolVersionLine } from "#lib/registry/queries/read-tool.ts";
import type { ToolVersionDetail } from "#lib/registry/queries/read-version.ts";
import { ChangeTable } from "./change-table.tsx";
import { PartDiff } from "./part-diff.tsx";
import { byWeight } from "./part-words.ts";

export interface Comparison {
  readonly changes: readonly Change[];
  readonly parts: readonly Diff[];
}

interface ChangesTabProps {
  version: ToolVersionDetail;
  against: ToolVersionDetail | undefined;
  comparison: Comparison | undefined;
  versions: readonly ToolVersionLine[];
}

/** What is different between two versions: first what it means, then the text of every part side by side. */
export function ChangesTab({ version, against, comparison, versions }: ChangesTabProps) {
  const options = versions
    .filter(({ number }) => number !== version.number && number !== against?.number)
    .map(({ number, state }) => ({ value: String(number), label: `v${number} · ${state}` }));
  if (!against || !comparison) {
    return <EmptyState title="Nothing to compare with">This is the first version of the tool.</EmptyState>;
  }
  const differing = comparison.parts.filter(({ kind }) => kind !== "unchanged");
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <span className="text-ink-2">
          From <FilterSelect name="against" label="Compare with" none={`v${against.number}`} options={options} /> to{" "}
          <b className="font-semibold text-ink">v{version.number}</b>
        </span>
        <span className="text-ink-2">· {summaryOf(comparison.changes)}</span>
      </div>
      {differing.length === 0 ? (
        <EmptyState title="No difference">
          Both versions have the same definition: what they say and may do is the same to the letter.
        </EmptyState>
      ) : (
        <>
          <ChangeTable changes={comparison.changes} before={against} after={version} />
          <Section title="Side by side" note="written by the author; invisible characters are named">
            <div className="grid gap-4">
              {[...differing]
                .sort((a, b) => byWeight(a.part, b.part))
                .map((diff) => (
                  <PartDiff key={diff.part} diff={diff} before={against.number} after={version.number} />
                ))}
            </div>
          </Section>
        </>
      )}
    </>
  );
}

function summaryOf(changes: readonly Change[]): string {
  const count = (few: readonly Change[], word: string) => (few.length > 0 ? [`${few.length} ${word}`] : []);
  const widening = changes.filter((change) => change.widening);
  return [
    changes.length === 1 ? "1 change" : `${changes.length} changes`,
    ...count(
      changes.filter(({ severity }) => severity === "critical"),
      "critical",
    ),
    ...count(widening, widening.length === 1 ? "widens it" : "widen it"),
  ].join(", ");
}
