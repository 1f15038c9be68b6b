import Link from "next/link";
import { Callout } from "#components/ui/callout.tsx";
import { type KeyValue, KeyValues } from "#components/ui/key-values.tsx";
import { Section } from "#components/ui/section.tsx";
import { ReadArguments } from "#components/untrusted/argument-list.tsx";
import { argumentsOf } from "#components/untrusted/arguments-of.ts";
import type { ActionItem } from "#lib/approvals/items/other-item.ts";

interface AgentRequestProps {
  agent: ActionItem["agent"];
  /** What else is known of it. */
  facts: readonly KeyValue[];
  part: "Payload" | "Plan";
  /** The part as the agent sent it. */
  sent: string;
}

/** Which agent asks, and what it sent, laid out whole: nobody should agree to what cannot be read. */
export function AgentRequest({ agent, facts, part, sent }: AgentRequestProps) {
  const items = argumentsOf(sent);
  return (
    <>
      <KeyValues
        items={[
          {
            key: "agent",
            value: (
              <>
                <Link href={`/agents/${agent.name}`} className="text-accent underline">
                  {agent.name}
                </Link>
                , {agent.accessLevel}, owned by {agent.owner}
              </>
            ),
          },
          ...facts,
        ]}
      />
      <Section title={part} note="written by the agent">
        {items ? (
          <ReadArguments items={items} whole />
        ) : (
          <Callout tone="bad" title={<b className="font-semibold">The {part.toLowerCase()} cannot be inspected.</b>}>
            It is not a JSON object. Reject it.
          </Callout>
        )}
      </Section>
    </>
  );
}
