import Link from "next/link";
import { classes } from "#components/ui/classes.ts";
import { shorten } from "#components/ui/hash.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { Ago } from "#components/ui/time.tsx";
import type { ToolDetail } from "#lib/registry/queries/read-tool.ts";

/** A tool's versions, the newest first; the one that is looked at is outlined, the one in force says so. */
export function VersionStrip({ tool, shown, tab }: { tool: ToolDetail; shown: number; tab: string }) {
  return (
    <ol className="flex gap-2 overflow-x-auto p-0.5" aria-label="Versions">
      {tool.versions.map((version) => (
        <li key={version.id} className="shrink-0">
          <Link
            href={`/registry/${tool.name}?tab=${tab}&version=${version.number}`}
            scroll={false}
            prefetch={false}
            aria-current={version.number === shown ? "true" : undefined}
            className={classes(
              "block min-w-44 rounded-md border bg-panel px-3 py-1.5 hover:bg-hover",
              version.number === shown && "border-accent ring-1 ring-accent",
            )}
          >
            <span className="flex items-center gap-2 font-semibold">
              <StateMark state={version.state} word={false} /> v{version.number}
              {version.id === tool.pinnedVersionId ? " in force" : ""}
            </span>
            <span className="block text-sm text-ink-2">
              <code className="text-xs">{shorten(version.definitionHash.replace("sha256:", ""), 4, 2)}</code> ·{" "}
              <Ago at={version.createdAt} />
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
