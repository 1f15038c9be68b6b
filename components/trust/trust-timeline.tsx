import { Chip, type Tone } from "#components/ui/chip.tsx";
import { Ago } from "#components/ui/time.tsx";
import { UntrustedBlock } from "#components/untrusted/untrusted-block.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import { TRUST_LEVELS, type TrustLevel } from "#lib/policy/document/trust-section.ts";
import { rankOf } from "#lib/trust/levels.ts";
import type { TrustEntry } from "#lib/trust/queries/list-trust-history.ts";
import { kindWords, scopeWords } from "./score-words.ts";

/** What moved an agent's trust, and what was said of its work; the newest first. */
export function TrustTimeline({ entries }: { entries: readonly TrustEntry[] }) {
  if (entries.length === 0) return <p className="text-ink-2">Nothing has happened yet.</p>;
  return (
    <ol className="grid gap-0 rounded-md border bg-panel">
      {folded(entries).map((entry) => (
        <li
          key={entry.id}
          className="grid gap-x-3 gap-y-0.5 border-b px-3 py-2 last:border-b-0 md:grid-cols-[92px_minmax(0,1fr)]"
        >
          <span className="text-sm text-ink-2">
            <Ago at={entry.at} />
          </span>
          <span className="min-w-0">
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Chip tone={toneOf(entry)}>{headOf(entry)}</Chip>
              <span>{scopeWords(entry.category)}</span>
              <span className="text-sm text-ink-2">{byWhom(entry)}</span>
            </span>
            {entry.words &&
              (entry.person === null && entry.what !== "step" ? (
                <UntrustedBlock>
                  <p className="px-3 py-1.5">
                    <VisibleText text={entry.words} />
                  </p>
                </UntrustedBlock>
              ) : (
                <span className="block text-sm text-ink-2">
                  <VisibleText text={entry.words} />
                </span>
              ))}
          </span>
        </li>
      ))}
    </ol>
  );
}

function headOf({ what, from, to, state, quality, taskId }: TrustEntry): string {
  if (what === "step") return `${from ?? "start"} → ${to}${state === "applied" ? "" : `, ${state}`}`;
  if (what === "incident") return `${state} incident`;
  const score = quality === null ? "" : `, quality ${quality}`;
  return what === "task" ? `task ${taskId ?? ""} ${state}${score}` : `judged${score}`;
}

function byWhom({ what, person, kind, state, decidedBy }: TrustEntry): string {
  if (what === "step") {
    const asked = person ?? kindWords(kind ?? "");
    return decidedBy ? `${asked}; ${state === "rejected" ? "refused" : "granted"} by ${decidedBy}` : asked;
  }
  return person ?? "its own word";
}

function toneOf({ what, from, to, state }: TrustEntry): Tone {
  if (what === "incident") return "bad";
  if (what !== "step" || state !== "applied") return "plain";
  const known = (level: string | null): level is TrustLevel => TRUST_LEVELS.some((one) => one === level);
  if (!known(from) || !known(to)) return "plain";
  return rankOf(to) > rankOf(from) ? "ok" : "high";
}

/** An agent starts in every scope at once: that is one thing that happened, told once. */
function folded(entries: readonly TrustEntry[]): TrustEntry[] {
  const starts = Map.groupBy(entries, ({ what, kind, at }) => (what === "step" && kind === "start" ? at : ""));
  return entries.flatMap((entry) => {
    const together = entry.what === "step" && entry.kind === "start" ? (starts.get(entry.at) ?? []) : [];
    if (together.length < 2) return [entry];
    if (together[0] !== entry) return [];
    const levels = Map.groupBy(together, ({ to }) => to ?? "");
    const words = TRUST_LEVELS.toReversed().flatMap((level) => {
      const scopes = (levels.get(level) ?? []).map(({ category }) => scopeWords(category)).sort();
      return scopes.length > 0 ? [`${level}: ${scopes.join(", ")}`] : [];
    });
    return [{ ...entry, category: "all" as const, to: "its first levels", words: words.join(". ") }];
  });
}
