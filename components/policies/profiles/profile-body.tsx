import Link from "next/link";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import type { PolicyProfile } from "#lib/policy/document/policy-document.ts";
import { counted } from "../policy-words.ts";
import { ActionList } from "./action-list.tsx";
import { budgetWords, subjectOf } from "./rule-parts.ts";
import { RulesTable } from "./rules-table.tsx";

interface ProfileBodyProps {
  profile: PolicyProfile;
  agents: readonly string[];
  now: number;
}

/** All that one profile says, and whom it is given to. */
export function ProfileBody({ profile, agents, now }: ProfileBodyProps) {
  const minutes = Object.entries(profile.approval_minutes);
  return (
    <>
      <Section title="Action types" note="what it holds by the kind of thing that is done">
        <KeyValues
          items={[
            {
              key: "held for one person",
              value: <ActionList actions={profile.human_approval} empty="nothing by name" />,
            },
            {
              key: "not held by it",
              value:
                profile.auto_approve === undefined ? (
                  "everything else"
                ) : (
                  <>
                    <ActionList actions={profile.auto_approve} empty="nothing" />
                    <span className="mt-0.5 block text-sm text-ink-2">
                      Anything not on this list takes one person. Being on it does not lift any other rule's hold.
                    </span>
                  </>
                ),
            },
            {
              key: "time for people",
              value:
                minutes.length === 0 ? (
                  "by the tier of the call"
                ) : (
                  <ul className="grid gap-0.5">
                    {minutes.map(([action, time]) => (
                      <li key={action}>
                        <code className="text-xs">{action}</code> {counted(time, "minute")}
                      </li>
                    ))}
                  </ul>
                ),
            },
          ]}
        />
      </Section>
      <Section title="Rules" note="each only narrows; the strictest of all that match holds">
        {profile.rules.length > 0 ? (
          <RulesTable rules={profile.rules} now={now} />
        ) : (
          <div className="rounded-md border bg-panel">
            <EmptyState title="No rules">Its lists and budgets are all that it says.</EmptyState>
          </div>
        )}
      </Section>
      {profile.budgets.length > 0 && (
        <Section title="Budgets" note="for each agent that has it, in a window that ends now">
          <Table label="Budgets">
            <Head>
              <HeadCell>For</HeadCell>
              <HeadCell>At most</HeadCell>
            </Head>
            <tbody>
              {profile.budgets.map((budget) => (
                <Row key={JSON.stringify(budget)}>
                  <Cell>
                    <code className="text-sm">{subjectOf(budget).name}</code>
                  </Cell>
                  <Cell className="figures">{budgetWords(budget)}</Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </Section>
      )}
      <Section title="Agents" note={agents.length === 0 ? "none has it" : counted(agents.length, "agent")}>
        {agents.length > 0 && (
          <ul className="flex flex-wrap gap-2">
            {agents.map((name) => (
              <li key={name}>
                <Link
                  href={`/agents/${name}?tab=access`}
                  prefetch={false}
                  className="inline-flex h-7 items-center rounded-full border bg-panel px-2.5 hover:bg-hover"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}
