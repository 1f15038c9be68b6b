import Link from "next/link";
import { Callout } from "#components/ui/callout.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Section } from "#components/ui/section.tsx";
import { ReadArguments } from "#components/untrusted/argument-list.tsx";
import { argumentsOf } from "#components/untrusted/arguments-of.ts";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { TeamRunItem } from "#lib/approvals/items/other-item.ts";

/** Which team, and its plan as the agent wrote it. */
export function TeamRunBody({ item }: { item: TeamRunItem }) {
  const plan = argumentsOf(item.plan);
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
          { key: "called", value: <VisibleText text={item.name} /> },
          { key: "plan", value: <Hash value={item.planDigest} /> },
        ]}
      />
      <Section title="Plan" note="written by the agent">
        {plan ? (
          <ReadArguments items={plan} whole />
        ) : (
          <Callout tone="bad" title={<b className="font-semibold">The plan cannot be inspected.</b>}>
            It is not a JSON object. Reject it.
          </Callout>
        )}
      </Section>
    </>
  );
}
