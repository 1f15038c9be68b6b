"use client";
import { ChartNoAxesColumn, ListChecks, SlidersHorizontal } from "lucide-react";
import Link from "next/link";
import type { RefObject } from "react";
import { useTypedWords } from "#components/approvals/decision/use-typed-words.ts";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { Input } from "#components/ui/field.tsx";
import { useNarrow } from "#components/ui/use-narrow.ts";
import type { InboxCounts } from "#lib/approvals/queries/count-inbox.ts";
import { FloodMeter } from "./flood-meter.tsx";

interface InboxToolbarProps {
  search: RefObject<HTMLInputElement | null>;
  words: string;
  onWords: (words: string) => void;
  /** How many of the filters behind the button are set. */
  narrowed: number;
  filtersOpen: boolean;
  onFilters: () => void;
  fresh: number;
  ghosts: number;
  flood: InboxCounts["flood"];
  onTidy: () => void;
}

/**
 * Search, more filters, and what is new. All of fixed height: nothing below moves when something arrives. On a phone the words of the
 * buttons are for screen readers alone: what is typed needs the room.
 */
export function InboxToolbar(props: InboxToolbarProps) {
  const { search, words, onWords, narrowed, filtersOpen, onFilters, fresh, ghosts, flood, onTidy } = props;
  const [typed, setTyped] = useTypedWords(words, onWords);
  const narrow = useNarrow();
  return (
    <div className="flex h-8 items-center gap-2 max-md:h-11">
      <Input
        ref={search}
        type="search"
        aria-label="Search tools, agents and arguments"
        // On a phone the longer words would be cut.
        placeholder={narrow ? "Search…" : "Search tools, agents, arguments…"}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.blur();
        }}
        className="max-w-72"
      />
      <Button aria-expanded={filtersOpen} aria-controls="inbox-filters" onClick={onFilters} className="max-md:h-11">
        <SlidersHorizontal size={14} aria-hidden />
        <span className="max-md:sr-only">Filters</span>
        {narrowed > 0 && <span className="figures text-accent">{narrowed}</span>}
      </Button>
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
          Clear {ghosts} done
        </button>
      )}
      <span className="ml-auto max-md:hidden">
        <FloodMeter flood={flood} />
      </span>
      <Link
        href="/approvals/rules"
        prefetch={false}
        className={buttonClasses("quiet", "md", "max-md:ml-auto max-md:h-11")}
      >
        <ListChecks size={16} aria-hidden className="md:hidden" />
        <span className="max-md:sr-only">Rules</span>
      </Link>
      <Link href="/approvals/numbers" prefetch={false} className={buttonClasses("quiet", "md", "max-md:h-11")}>
        <ChartNoAxesColumn size={16} aria-hidden className="md:hidden" />
        <span className="max-md:sr-only">Numbers</span>
      </Link>
    </div>
  );
}
