import Link from "next/link";
import { InvocationTable } from "#components/invocations/invocation-table.tsx";
import { TrustBrief } from "#components/trust/trust-brief.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Section } from "#components/ui/section.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { Ago } from "#components/ui/time.tsx";
import type { AgentDetail } from "#lib/agents/queries/read-agent.ts";
import type { AgentDay } from "#lib/agents/queries/read-agent-day.ts";
import type { InvocationItem } from "#lib/invocations/list-invocations.ts";
import { INVOCATION_STATES } from "#lib/policy/vocabulary.ts";
import type { TrustRow } from "#lib/trust/queries/list-trust.ts";
import { AgentToday } from "./agent-today.tsx";

interface AgentOverviewProps {
  agent: AgentDetail;
  day: AgentDay;
  trust: TrustRow | undefined;
  profiles: readonly string[];
  recent: readonly InvocationItem[];
}

export function AgentOverview({ agent, day, trust, profiles, recent }: AgentOverviewProps) {
  const states = INVOCATION_STATES.filter((state) => (agent.week[state] ?? 0) > 0);
  return (
    <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_340px]">
      <div className="min-w-0">
        <Section title="Today" note="the last 24 hours">
          <AgentToday agent={agent} day={day} />
        </Section>
        <Section title="Last calls">
          <InvocationTable items={recent} without="agent" empty="This agent has not asked for anything yet." />
        </Section>
      </div>
      <div>
        <Section title="Last seven days">
          {states.length === 0 ? (
            <p className="rounded-md border bg-panel px-3 py-2.5 text-ink-2">No calls.</p>
          ) : (
            <ul className="rounded-md border bg-panel py-1">
              {states.map((state) => (
                <li key={state}>
                  <Link
                    href={`/invocations?agent=${agent.id}&status=${state}&asked=week`}
                    prefetch={false}
                    className="flex h-8 items-center px-3 hover:bg-hover"
                  >
                    <StateMark state={state} />
                    <b className="figures ml-auto font-semibold">{agent.week[state]?.toLocaleString("en-GB")}</b>
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </Section>
        {trust && (
          <Section title="Trust">
            <TrustBrief trust={trust} />
          </Section>
        )}
        <Section title="Who">
          <KeyValues
            items={[
              { key: "owner", value: agent.owner },
              { key: "made", value: <Ago at={agent.createdAt} /> },
              { key: "level", value: agent.accessLevel },
              { key: "profiles", value: profiles.join(", ") || "none" },
              {
                key: "live keys",
                value: (
                  <Link href={`/agents/${agent.name}?tab=keys`} prefetch={false} className="text-accent underline">
                    {agent.liveKeys}
                  </Link>
                ),
              },
            ]}
          />
        </Section>
      </div>
    </div>
  );
}
