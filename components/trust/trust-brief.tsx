import Link from "next/link";
import { actsIn, type TrustRow } from "#lib/trust/queries/list-trust.ts";
import { LevelMark } from "./level-mark.tsx";
import { scopeWords, scoreWords } from "./score-words.ts";

/** Where an agent stands, in a few lines; the tab says why. */
export function TrustBrief({ trust }: { trust: TrustRow }) {
  const tracks = trust.tracks.filter(
    ({ category, calls, level }) => category === "all" || (calls ?? 0) > 0 || level !== "sandboxed",
  );
  const href = `/agents/${trust.agent}?tab=trust`;
  return (
    <ul className="rounded-md border bg-panel py-1">
      {tracks.length === 0 && (
        <li className="flex h-8 items-center px-3">
          <LevelMark level={trust.declared} />
          <Link href={href} prefetch={false} className="ml-auto text-accent underline">
            not earned
          </Link>
        </li>
      )}
      {tracks.map(({ category, score, next }) => (
        <li key={category}>
          <Link
            href={href}
            prefetch={false}
            className="flex min-h-8 flex-wrap items-center gap-x-3 px-3 py-1 hover:bg-hover"
          >
            <span className="w-16 text-ink-2">{scopeWords(category)}</span>
            <LevelMark level={actsIn(trust, category)} />
            {score !== undefined && <b className="figures ml-auto font-semibold">{scoreWords(score)}</b>}
            {next && (
              <span className="w-full text-sm text-ink-2">
                {next.to}:{" "}
                {next.missing.length > 0 ? `needs ${next.missing[0]}` : next.human ? "waits for a person" : "due"}
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}
