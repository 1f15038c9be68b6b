"use client";
import { Button } from "#components/ui/button.tsx";
import type { PreviewTool } from "#lib/registry/servers/preview-tools.ts";

interface ImportBarProps {
  importable: readonly PreviewTool[];
  picked: readonly PreviewTool[];
  busy: boolean;
  onPick: (tools: readonly PreviewTool[]) => void;
  onImport: () => void;
}

/** As many as the database takes at once. */
const AT_ONCE = 200;

/** What is chosen, and the one button that imports it. */
export function ImportBar({ importable, picked, busy, onPick, onImport }: ImportBarProps) {
  const clean = importable.filter(({ findings }) => findings.length === 0).slice(0, AT_ONCE);
  const found = picked.filter(({ findings }) => findings.length > 0).length;
  return (
    <section
      aria-label="Import"
      className="sticky bottom-0 z-20 -mx-5 mt-4 flex flex-wrap items-center gap-2 border-t bg-panel px-5 py-2.5 max-md:bottom-[calc(56px+env(safe-area-inset-bottom))] max-md:-mx-4 max-md:px-4"
    >
      <Button
        tone="primary"
        size="lg"
        disabled={picked.length === 0 || picked.length > AT_ONCE}
        busy={busy}
        onClick={onImport}
      >
        {picked.length === 0 ? "Import" : picked.length === 1 ? "Import 1 tool" : `Import ${picked.length} tools`}
      </Button>
      {picked.length > 0 ? (
        <Button tone="quiet" onClick={() => onPick([])}>
          Choose none
        </Button>
      ) : (
        clean.length > 1 && (
          <Button tone="quiet" onClick={() => onPick(clean)}>
            Choose the {clean.length} without findings
          </Button>
        )
      )}
      <p className="min-w-0 text-sm text-ink-2" aria-live="polite">
        {picked.length === 0 && "Choose tools to import. Each is reviewed before it runs."}
        {picked.length > AT_ONCE && `At most ${AT_ONCE} at once.`}
        {found > 0 && (
          <span className="text-high">
            {picked.length === 1 ? "It has" : found === 1 ? "One of them has" : `${found} of them have`} findings.
          </span>
        )}
      </p>
    </section>
  );
}
