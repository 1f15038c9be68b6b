import { Flag } from "#components/ui/chip.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { PolicyChange } from "#lib/policy/document/policy-change.ts";
import { writeValue } from "./write-value.ts";

/** What differs between two policies, a sentence each. What allows more comes first, and says so in words. */
export function ChangeList({ changes, empty }: { changes: readonly PolicyChange[]; empty: string }) {
  if (changes.length === 0) return <p className="text-ink-2">{empty}</p>;
  return (
    <ul className="grid gap-1.5">
      {wideningFirst(changes).map((change) => (
        <li
          key={`${change.path} ${change.sentence}`}
          className={`grid gap-x-3 gap-y-0.5 rounded-md border border-l-[3px] bg-panel px-3 py-1.5 md:grid-cols-[96px_minmax(0,1fr)] ${change.widening ? "border-l-dual" : "border-l-line-strong"}`}
        >
          <span className="pt-px">
            {change.widening ? <Flag tone="dual">allows more</Flag> : <Flag>not wider</Flag>}
          </span>
          <span className="min-w-0">
            <VisibleText text={change.sentence} />
            <code className="mt-0.5 block text-xs text-ink-3 [overflow-wrap:anywhere]">{change.path}</code>
            <Part label="was" value={change.before} />
            <Part label={change.before === undefined ? "says" : "becomes"} value={change.after} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What a sentence cannot hold: a whole profile, a level, a rule. */
function Part({ label, value }: { label: string; value: unknown }) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  return (
    <span className="mt-1.5 block">
      <span className="block text-xs text-ink-2">{label}</span>
      <span className="mt-0.5 block whitespace-pre-wrap rounded-sm border bg-inset px-2 py-1 font-mono text-xs [overflow-wrap:anywhere]">
        <VisibleText text={writeValue(value).join("\n")} />
      </span>
    </span>
  );
}

function wideningFirst(changes: readonly PolicyChange[]): PolicyChange[] {
  return [...changes.filter(({ widening }) => widening), ...changes.filter(({ widening }) => !widening)];
}
