import { Callout } from "#components/ui/callout.tsx";
import { Ago } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import { isUndecided } from "#lib/registry/is-undecided.ts";
import type { ToolDetail, ToolVersionLine } from "#lib/registry/queries/read-tool.ts";

/** The one thing to know about the tool and the version that is looked at. Nothing, when it is in force and runs. */
export function ToolNotice({ tool, version }: { tool: ToolDetail; version: ToolVersionLine }) {
  if (version.id === tool.pinnedVersionId && tool.state === "active") return null;
  const stopped = tool.state !== "active";
  const bad = stopped || version.state === "rejected" || version.state === "quarantined";
  return (
    <div className="mb-4">
      <Callout tone={bad ? "bad" : "medium"} title={<b className="font-semibold">{titleOf(tool, version)}</b>}>
        {stopped && tool.stateReason && tool.stateReason !== version.decisionReason && (
          <span className="block">
            <VisibleText text={tool.stateReason} />
          </span>
        )}
        <span className="block">
          Version {version.number}: {version.state === "review" ? "in review" : version.state}
          {version.decidedBy && ` by ${version.decidedBy}`}
          {version.decidedAt && (
            <>
              , <Ago at={version.decidedAt} />
            </>
          )}
          {version.state === "quarantined" && !version.decidedAt && ", because of what was found in it"}
          {version.decisionReason ? (
            <>
              : <VisibleText text={version.decisionReason} />
            </>
          ) : (
            "."
          )}
        </span>
        {isUndecided(version.state) && (
          <span className="block">It runs once reviewers who did not write it have put it in force.</span>
        )}
      </Callout>
    </div>
  );
}

function titleOf(tool: ToolDetail, version: ToolVersionLine): string {
  if (tool.state === "drifted" && tool.serveWhileDrifted) {
    return "This tool has drifted. The version that was reviewed is served meanwhile.";
  }
  if (tool.state !== "active") return `This tool is ${tool.state}: calls are refused.`;
  const pinned = tool.versions.find(({ id }) => id === tool.pinnedVersionId);
  return pinned
    ? `Version ${version.number} is not in force; v${pinned.number} is.`
    : "No version of this tool is in force: calls are refused.";
}
