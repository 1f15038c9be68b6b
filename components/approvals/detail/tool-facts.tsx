import Link from "next/link";
import { Hash } from "#components/ui/hash.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Section } from "#components/ui/section.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { Ago } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { ApprovalDetail } from "#lib/approvals/queries/read-approval.ts";

/** Which definition would run, since when it is known, and whether it is still the one that was reviewed. */
export function ToolFacts({ detail }: { detail: ApprovalDetail }) {
  const { tool } = detail;
  const page = `/registry/${tool.name}`;
  return (
    <Section title="Tool">
      <KeyValues
        items={[
          {
            key: "tool",
            value: (
              <Link href={`${page}?version=${tool.version}`} className="font-mono text-sm text-accent underline">
                {tool.name} v{tool.version}
              </Link>
            ),
          },
          { key: "definition", value: <Hash value={tool.definitionHash} /> },
          { key: "first seen", value: <Ago at={tool.firstSeenAt} /> },
          {
            key: "reviewed",
            value: tool.reviewedAt ? (
              <>
                {tool.reviewedBy ? `${tool.reviewedBy}, ` : ""}
                <Ago at={tool.reviewedAt} />
              </>
            ) : (
              "at installation"
            ),
          },
          { key: "drift", value: <Drift tool={tool} page={page} /> },
          { key: "input", value: <Hash value={detail.inputDigest} /> },
          { key: "your vote binds", value: <Hash value={detail.digest} /> },
        ]}
      />
    </Section>
  );
}

function Drift({ tool, page }: { tool: ApprovalDetail["tool"]; page: string }) {
  if (tool.state === "active" && tool.inForce && tool.drifts === 0) {
    return <span className="text-ok">none: this version is in force</span>;
  }
  return (
    <>
      {tool.state !== "active" && <StateMark state={tool.state} />}{" "}
      {!tool.inForce && <b className="font-semibold text-bad">another version is in force by now. </b>}
      {tool.stateReason && <VisibleText text={tool.stateReason} />}{" "}
      <Link href={`${page}?tab=changes`} prefetch={false} className="text-accent underline">
        {tool.drifts > 0 ? "See what its server changed" : "See the tool"}
      </Link>
    </>
  );
}
