"use client";
import { useState } from "react";
import { classes } from "#components/ui/classes.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import type { Snippet } from "#lib/agents/connect-snippets.ts";

/** One text at a time, with the button that copies exactly it. */
export function Snippets({ snippets }: { snippets: readonly Snippet[] }) {
  const [chosen, choose] = useState(snippets[0]?.id);
  const shown = snippets.find(({ id }) => id === chosen) ?? snippets[0];
  if (!shown) return null;
  return (
    <div className="overflow-hidden rounded-md border bg-panel">
      <div
        role="tablist"
        aria-label="Kinds of clients"
        className="flex gap-1 overflow-x-auto border-b px-2 [scrollbar-width:none]"
      >
        {snippets.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`snippet-${id}`}
            aria-selected={id === shown.id}
            aria-controls="snippet"
            onClick={() => choose(id)}
            className={classes(
              "-mb-px h-9 shrink-0 border-b-2 px-2.5 font-medium",
              id === shown.id ? "border-accent text-ink" : "border-transparent text-ink-2 hover:text-ink",
            )}
          >
            {label}
          </button>
        ))}
      </div>
      <div id="snippet" role="tabpanel" aria-labelledby={`snippet-${shown.id}`}>
        <div className="flex items-center gap-2 px-3 pt-2 text-sm text-ink-2">
          <span>{shown.note}</span>
          <span className="ml-auto">
            <CopyButton text={shown.text} label={`Copy the ${shown.label} text`} />
          </span>
        </div>
        <ScrollRegion label={`${shown.label} text`} className="overflow-x-auto px-3 pt-1 pb-3">
          <pre className="font-mono text-[12.5px] leading-[1.6]">{shown.text}</pre>
        </ScrollRegion>
      </div>
    </div>
  );
}
