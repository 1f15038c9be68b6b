import Link from "next/link";
import { Callout } from "#components/ui/callout.tsx";
import { Flag } from "#components/ui/chip.tsx";
import { Ago } from "#components/ui/time.tsx";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { ToolDrift } from "#lib/registry/queries/list-drifts.ts";
import type { ToolDetail } from "#lib/registry/queries/read-tool.ts";
import { ChangeMark } from "./changes/change-mark.tsx";
import { partWords } from "./changes/part-words.ts";
import { foundWords } from "./found-words.ts";
import { ServeSwitch } from "./serve-switch.tsx";

interface DriftCardsProps {
  tool: ToolDetail;
  drifts: readonly ToolDrift[];
  serve: ((input: { toolId: string; serve: boolean }) => Promise<Outcome<unknown>>) | null;
}

/** What is open: equal findings are one card with a counter, so that the one that matters is not lost among many. */
export function DriftCards({ tool, drifts, serve }: DriftCardsProps) {
  if (drifts.length === 0) return null;
  return (
    <section aria-label="Drift" className="mb-4 grid gap-2">
      {drifts.map((drift) => (
        <Callout
          key={drift.id}
          tone={drift.severity === "critical" ? "bad" : drift.severity === "review" ? "medium" : "plain"}
          title={<Title tool={tool} drift={drift} />}
        >
          <span className="block">
            First seen <Ago at={drift.firstSeenAt} />, last <Ago at={drift.lastSeenAt} />,{" "}
            {drift.times === 1 ? "once" : `${drift.times.toLocaleString("en-GB")} times`}; found{" "}
            {drift.invocationId ? (
              <Link href={`/invocations/${drift.invocationId}`} prefetch={false} className="text-accent underline">
                {foundWords(drift.foundBy)}
              </Link>
            ) : (
              foundWords(drift.foundBy)
            )}
            .
          </span>
          <span className="block">
            {drift.agents.length === 0
              ? "None of its calls ran in the day before the drift was noticed."
              : `Ran in the day before it was noticed, or after: ${drift.agents
                  .map(({ name, calls }) => `${name} (${calls})`)
                  .join(", ")}.`}
          </span>
        </Callout>
      ))}
      {serve && tool.safetyClass === "read" && tool.egressClass === "none" && tool.state !== "quarantined" && (
        <ServeSwitch toolId={tool.id} serving={tool.serveWhileDrifted} set={serve} />
      )}
    </section>
  );
}

function Title({ tool, drift }: { tool: ToolDetail; drift: ToolDrift }) {
  const parts = [...new Set(drift.changes.map(({ part }) => part))];
  const widening = drift.changes.filter(({ widening: widens }) => widens).length;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {drift.severity !== "none" && <ChangeMark severity={drift.severity} />}
      {drift.to === null ? (
        <b className="font-semibold">The server no longer offers what was reviewed as v{drift.from}.</b>
      ) : (
        <>
          <b className="font-semibold">It differs from v{drift.from}, which was reviewed:</b>
          <span>
            {parts.length > 0 ? parts.map(partWords).join(", ") : "its definition"}
            {drift.changes.length > 0 &&
              ` (${drift.changes.length === 1 ? "1 change" : `${drift.changes.length} changes`})`}
          </span>
          {widening > 0 && <Flag tone="dual">widens</Flag>}
          <Link
            href={`/registry/${tool.name}?tab=changes&version=${drift.to}&against=${drift.from}`}
            prefetch={false}
            scroll={false}
            className="text-accent underline"
          >
            v{drift.from} → v{drift.to}
          </Link>
        </>
      )}
    </span>
  );
}
