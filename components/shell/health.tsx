"use client";
import Link from "next/link";
import { useLiveState } from "#components/live/live-provider.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { useShellStatus } from "./use-shell-status.ts";

interface Verdict {
  readonly tone: "ok" | "medium" | "bad";
  readonly word: string;
  readonly sentence: string;
}

const SHAPES = {
  ok: <circle cx="5" cy="5" r="4" fill="currentColor" />,
  medium: <path d="M5 0.8 9.6 9.2H0.4Z" fill="currentColor" />,
  bad: <rect x="1" y="1" width="8" height="8" rx="1" fill="currentColor" />,
};
const COLOURS = { ok: "text-ok", medium: "text-medium", bad: "text-bad" };

/** Dispatchers alive, sandboxes proved, database answering; leads to the machines' self-tests. */
export function Health() {
  const status = useShellStatus();
  const live = useLiveState();
  const verdict = judge(status.unreachable, status.workersAlive, status.workersIsolating);
  return (
    <Tooltip
      side="bottom"
      content={`${verdict.sentence} ${live === "lost" ? "Live updates are interrupted; pages still read every 15 s." : ""}`}
    >
      <Link
        href="/settings?tab=sandbox"
        prefetch={false}
        className="flex h-7 items-center gap-1.5 rounded-md px-1.5 text-ink-2 hover:bg-hover hover:text-ink"
      >
        <svg width="10" height="10" viewBox="0 0 10 10" className={COLOURS[verdict.tone]} aria-hidden>
          {SHAPES[verdict.tone]}
        </svg>
        <span className="figures whitespace-nowrap max-lg:sr-only">{verdict.word}</span>
      </Link>
    </Tooltip>
  );
}

function judge(unreachable: boolean, alive: number, isolating: number): Verdict {
  if (unreachable)
    return { tone: "bad", word: "no answer", sentence: "The dashboard or its database does not answer." };
  if (alive === 0)
    return { tone: "bad", word: "no dispatchers", sentence: "No dispatcher is alive: released calls wait." };
  const word = alive === 1 ? "1 dispatcher" : `${alive} dispatchers`;
  if (isolating === 0)
    return {
      tone: "medium",
      word,
      sentence: "No dispatcher has a sandbox that passed its self-test: calls are refused.",
    };
  if (isolating < alive)
    return { tone: "medium", word, sentence: `${isolating} of ${alive} dispatchers can isolate calls.` };
  return { tone: "ok", word, sentence: "Database answers; every dispatcher can isolate calls." };
}
