import Link from "next/link";
import { Callout } from "#components/ui/callout.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Section } from "#components/ui/section.tsx";
import { ReadArguments } from "#components/untrusted/argument-list.tsx";
import { argumentsOf } from "#components/untrusted/arguments-of.ts";
import { UntrustedBlock } from "#components/untrusted/untrusted-block.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { ActionItem } from "#lib/approvals/items/other-item.ts";

/** What the agent means to do, as it wrote it, and which rules asked for a person. */
export function ActionBody({ item }: { item: ActionItem }) {
  const payload = argumentsOf(item.payload);
  return (
    <>
      <KeyValues
        items={[
          {
            key: "agent",
            value: (
              <>
                <Link href={`/agents/${item.agent.name}`} className="text-accent underline">
                  {item.agent.name}
                </Link>
                , {item.agent.accessLevel}, owned by {item.agent.owner}
              </>
            ),
          },
          { key: "action", value: <span className="font-mono">{item.actionType}</span> },
          { key: "held", value: item.held.join(" ") },
        ]}
      />
      <Section title="Payload" note="written by the agent">
        {payload ? (
          <ReadArguments items={payload} whole />
        ) : (
          <Callout tone="bad" title={<b className="font-semibold">The payload cannot be inspected.</b>}>
            It is not a JSON object. Reject it.
          </Callout>
        )}
      </Section>
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
