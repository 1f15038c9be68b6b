import { Section } from "#components/ui/section.tsx";
import { UntrustedBlock } from "#components/untrusted/untrusted-block.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { ActionItem } from "#lib/approvals/items/other-item.ts";
import { AgentRequest } from "./agent-request.tsx";

/** What the agent means to do, as it wrote it, and which rules asked for a person. */
export function ActionBody({ item }: { item: ActionItem }) {
  return (
    <>
      <AgentRequest
        agent={item.agent}
        facts={[
          { key: "action", value: <span className="font-mono">{item.actionType}</span> },
          { key: "held", value: item.held.join(" ") },
        ]}
        part="Payload"
        sent={item.payload}
      />
      {item.justification && (
        <Section title="Justification" note="the agent's own words, checked by nobody">
          <UntrustedBlock>
            <p className="px-3 py-2 whitespace-pre-wrap">
              <VisibleText text={item.justification} />
            </p>
          </UntrustedBlock>
        </Section>
      )}
    </>
  );
}
