"use client";
import type { RefObject } from "react";
import { useTypedWords } from "#components/approvals/decision/use-typed-words.ts";
import { useLiveState } from "#components/live/live-provider.tsx";
import { Input } from "#components/ui/field.tsx";

interface InboxToolbarProps {
  search: RefObject<HTMLInputElement | null>;
  words: string;
  onWords: (words: string) => void;
  fresh: number;
  ghosts: number;
  onTidy: () => void;
}

const LIVE_WORDS = { connecting: "connecting", live: "live", lost: "reconnecting" } as const;

/** Filter by words, take in what is new, and see whether the list is live. All of fixed height: nothing below moves. */
export function InboxToolbar({ search, words, onWords, fresh, ghosts, onTidy }: InboxToolbarProps) {
  const live = useLiveState();
  const [typed, setTyped] = useTypedWords(words, onWords);
  return (
    <div className="flex h-8 items-center gap-2 max-md:h-11">
      <Input
        ref={search}
        type="search"
        aria-label="Filter"
        placeholder="Filter by tool, agent, effect…"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.blur();
        }}
        className="max-w-72"
      />
      {fresh > 0 && (
        <button
          type="button"
          onClick={onTidy}
          className="figures h-6 whitespace-nowrap rounded-full bg-accent px-3 text-sm font-semibold text-accent-ink max-md:h-9"
        >
          {fresh} new
        </button>
      )}
      {fresh === 0 && ghosts > 0 && (
        <button
          type="button"
          onClick={onTidy}
          className="figures h-6 whitespace-nowrap rounded-full border px-3 text-sm text-ink-2 hover:bg-hover max-md:h-9"
        >
          Clear {ghosts} decided
        </button>
      )}
      <span className="ml-auto inline-flex items-center gap-1.5 whitespace-nowrap text-sm text-ink-2" role="status">
        <svg width="8" height="8" viewBox="0 0 8 8" className={live === "live" ? "text-ok" : "text-medium"} aria-hidden>
          {live === "live" ? (
            <circle cx="4" cy="4" r="4" fill="currentColor" />
          ) : (
            <path d="M4 0 8 8H0Z" fill="currentColor" />
          )}
        </svg>
        {LIVE_WORDS[live]}
      </span>
    </div>
  );
}
