import Link from "next/link";
import { Chip } from "#components/ui/chip.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { countText } from "#lib/registry/queries/count-calls.ts";
import type { ToolDetail } from "#lib/registry/queries/read-tool.ts";
import { RECENT_DAYS } from "#lib/registry/queries/recent-days.ts";
import { shownState } from "#lib/registry/shown-state.ts";
import { sourceWord } from "./source-word.ts";

/** What a tool is, in one line: state, classes, where it comes from, what is in force, who uses it. */
export function ToolFacts({ tool, external }: { tool: ToolDetail; external: boolean }) {
  const pinned = tool.versions.find(({ id }) => id === tool.pinnedVersionId);
  return (
    <>
      <StateMark
        state={shownState({
          state: tool.state,
          pinned: pinned !== undefined,
          newest: tool.versions[0]?.state ?? null,
        })}
      />
      <Chip>{tool.safetyClass}</Chip>
      <Chip>egress {tool.egressClass}</Chip>
      <Chip>
        {tool.category} · <span className="font-mono text-xs">{tool.actionType}</span>
      </Chip>
      {tool.server ? (
        <Link href={`/servers/${tool.server.name}`} prefetch={false} className="hover:brightness-95">
          <Chip>server {tool.server.name}</Chip>
        </Link>
      ) : (
        <Chip>{sourceWord(tool.source)}</Chip>
      )}
      {external && <Chip tone="high">external: no sandbox</Chip>}
      {pinned ? (
        <span className="inline-flex items-center gap-1">
          v{pinned.number} <Hash value={pinned.definitionHash} head={4} tail={2} />
        </span>
      ) : (
        <span>no version in force</span>
      )}
      <Link
        href={`/registry/${tool.name}?tab=callers`}
        prefetch={false}
        scroll={false}
        className="underline decoration-line-strong hover:text-ink hover:decoration-current"
      >
        who may call it
      </Link>
      <Link
        href={`/registry/${tool.name}?tab=invocations`}
        prefetch={false}
        scroll={false}
        className="figures underline decoration-line-strong hover:text-ink hover:decoration-current"
      >
        {tool.recentCalls === 1 ? "1 call" : `${countText(tool.recentCalls)} calls`} in {RECENT_DAYS} days
      </Link>
    </>
  );
}
