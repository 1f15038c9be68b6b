import Link from "next/link";
import { classes } from "#components/ui/classes.ts";
import { shorten } from "#components/ui/hash.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { Ago } from "#components/ui/time.tsx";
import type { ToolDetail, ToolVersionLine } from "#lib/registry/queries/read-tool.ts";
import { pinnedWord } from "./pinned-word.ts";

interface VersionStripProps {
  tool: ToolDetail;
  shown: number;
  hrefOf: (number: number) => string;
}

const STRIP = 12;

/** A tool's newest versions; the one that is looked at is outlined, the one in force says so. The history has the rest. */
export function VersionStrip({ tool, shown, hrefOf }: VersionStripProps) {
  const near = tool.versions.filter(
    ({ id, number }, index) => index < STRIP || number === shown || id === tool.pinnedVersionId,
  );
  return (
    <ol className="flex gap-2 overflow-x-auto p-0.5" aria-label="Versions">
      {near.map((version) => (
        <li key={version.id} className="shrink-0">
          <Link
            href={hrefOf(version.number)}
            scroll={false}
            prefetch={false}
            aria-current={version.number === shown ? "true" : undefined}
            className={classes(
              "block min-w-44 rounded-md border bg-panel px-3 py-1.5 hover:bg-hover",
              version.number === shown && "border-accent ring-1 ring-accent",
            )}
          >
            <span className="flex items-center gap-2 font-semibold">
              <StateMark state={version.state} word={false} /> v{version.number} {wordOf(tool, version)}
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

function wordOf(tool: ToolDetail, version: ToolVersionLine): string {
  if (version.id === tool.pinnedVersionId && version.state === "approved") return pinnedWord(tool);
  if (version.state === "review") return "waits";
  return version.state === "approved" ? "" : version.state;
}
