import Link from "next/link";
import { Flag } from "#components/ui/chip.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import type { PreviewTool } from "#lib/registry/servers/preview-tools.ts";
import { shownState } from "#lib/registry/shown-state.ts";

/** What became of a listed tool here, with the way to its page. */
export function PreviewStatus({ tool: { status, imported, problem } }: { tool: PreviewTool }) {
  if (!imported) return problem ? <Flag tone="bad">not importable</Flag> : <Flag tone="accent">new</Flag>;
  const path = `/registry/${imported.name}`;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <StateMark state={shownState({ ...imported, pinned: imported.inForce })} />
      <Link
        href={path}
        prefetch={false}
        className="font-mono text-xs text-accent [overflow-wrap:anywhere] hover:underline"
      >
        {imported.name}
      </Link>
      {status === "removed" && <span className="text-dual">the server no longer lists it</span>}
      {status === "changed" && (
        <Link href={`${path}?tab=changes`} prefetch={false} className="text-dual hover:underline">
          what changed
        </Link>
      )}
      {status === "waiting" && !imported.waiting && <span className="text-ink-2">nobody is asked about it</span>}
    </span>
  );
}
