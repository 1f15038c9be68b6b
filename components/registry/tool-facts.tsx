import { Callout } from "#components/ui/callout.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { Ago } from "#components/ui/time.tsx";
import type { ToolContract } from "#lib/registry/contract.ts";
import type { ToolDetail, ToolVersionDetail } from "#lib/registry/queries/read-tool.ts";

export function ToolFacts({ tool, contract }: { tool: ToolDetail; contract: ToolContract }) {
  return (
    <>
      <StateMark state={tool.state} />
      <Chip>{contract.safetyClass}</Chip>
      <Chip>egress {contract.egressClass}</Chip>
      <Chip>
        {contract.category} · <span className="font-mono text-xs">{contract.actionType}</span>
      </Chip>
      {contract.runtime.kind === "external" && <Chip tone="high">external: no sandbox</Chip>}
      <span>
        {tool.requiresApproval ? "needs a person" : "free to call"} · {tool.recentCalls.toLocaleString("en-GB")} calls
        in 30 days
      </span>
    </>
  );
}

/** The one thing to know about the version that is looked at. */
export function ToolNotice({ tool, version }: { tool: ToolDetail; version: ToolVersionDetail }) {
  const inForce = version.id === tool.pinnedVersionId;
  if (inForce && tool.state === "active") return null;
  const tone =
    version.state === "rejected" || version.state === "quarantined" || tool.state !== "active" ? "bad" : "medium";
  return (
    <div className="mb-4">
      <Callout
        tone={tone}
        title={
          <b className="font-semibold">
            {tool.state === "active"
              ? `Version ${version.number} is not in force.`
              : `This tool is ${tool.state} and does not run.`}
          </b>
        }
      >
        Version {version.number}: {version.state}
        {version.decidedBy && ` by ${version.decidedBy}`}
        {version.decidedAt && (
          <>
            , <Ago at={version.decidedAt} />
          </>
        )}
        {version.decisionReason && `: ${version.decisionReason}`}
        {version.state === "review" && ". A reviewer who did not write it has to look at it first."}
      </Callout>
    </div>
  );
}
