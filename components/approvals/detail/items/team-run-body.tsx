import { Hash } from "#components/ui/hash.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { TeamRunItem } from "#lib/approvals/items/other-item.ts";
import { AgentRequest } from "./agent-request.tsx";

/** Which team, and its plan as the agent wrote it. */
export function TeamRunBody({ item }: { item: TeamRunItem }) {
  return (
    <AgentRequest
      agent={item.agent}
      facts={[
        { key: "called", value: <VisibleText text={item.name} /> },
        { key: "plan", value: <Hash value={item.planDigest} /> },
      ]}
      part="Plan"
      sent={item.plan}
    />
  );
}
