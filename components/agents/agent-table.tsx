import { Bot } from "lucide-react";
import Link from "next/link";
import { Chip } from "#components/ui/chip.tsx";
import { CountLink } from "#components/ui/count-link.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { Cell, Head, HeadCell, Row, RowLink, Table } from "#components/ui/table.tsx";
import { Ago } from "#components/ui/time.tsx";
import type { AgentItem } from "#lib/agents/queries/list-agents.ts";

export function AgentTable({ agents, filtered }: { agents: readonly AgentItem[]; filtered: boolean }) {
  if (agents.length === 0) {
    return (
      <div className="rounded-md border bg-panel">
        {filtered ? (
          <EmptyState icon={<Bot size={22} />} title="No agent matches">
            Choose another level, or fewer words.
          </EmptyState>
        ) : (
          <EmptyState icon={<Bot size={22} />} title="No agents">
            An admin makes an agent here and gives it a key.
          </EmptyState>
        )}
      </div>
    );
  }
  return (
    <Table label="Agents">
      <Head>
        <HeadCell>Agent</HeadCell>
        <HeadCell>Level</HeadCell>
        <HeadCell wide>Owner</HeadCell>
        <HeadCell right>Pending</HeadCell>
        <HeadCell wide right>
          Calls today
        </HeadCell>
        <HeadCell wide right>
          Keys
        </HeadCell>
        <HeadCell wide right>
          Last call
        </HeadCell>
      </Head>
      <tbody>
        {agents.map((agent) => (
          <Row key={agent.id}>
            <Cell>
              <span className="flex items-center gap-2">
                <RowLink href={`/agents/${agent.name}`}>{agent.name}</RowLink>
                {agent.frozenAt && <StateMark state="frozen" />}
              </span>
              {agent.description && (
                <span title={agent.description} className="line-clamp-2 text-sm text-ink-2 max-md:hidden">
                  {agent.description}
                </span>
              )}
            </Cell>
            <Cell>
              <Chip>{agent.accessLevel}</Chip>
              {agent.actsAt !== agent.accessLevel && (
                <span className="ml-1.5 text-sm text-ink-2">acts at {agent.actsAt}</span>
              )}
              {agent.lessInPart && (
                <Link
                  href={`/agents/${agent.name}?tab=access`}
                  prefetch={false}
                  className="relative z-10 ml-1.5 text-sm text-ink-2 underline decoration-line-strong underline-offset-2 hover:text-accent"
                >
                  less in part
                </Link>
              )}
            </Cell>
            <Cell wide className="text-ink-2">
              {agent.owner}
            </Cell>
            <Cell right className="figures">
              {agent.pending > 0 ? (
                <Link
                  href={`/agents/${agent.name}?tab=approvals`}
                  prefetch={false}
                  className="relative z-10 font-semibold text-accent underline"
                >
                  {agent.pending}
                </Link>
              ) : (
                <span className="text-ink-3">0</span>
              )}
            </Cell>
            <Cell wide right className="figures text-ink-2">
              <CountLink href={`/invocations?agent=${agent.id}&asked=day`} count={agent.callsToday} />
            </Cell>
            <Cell wide right className="figures text-ink-2">
              <CountLink href={`/agents/${agent.name}?tab=keys`} count={agent.liveKeys} />
            </Cell>
            <Cell wide right className="text-ink-2">
              {agent.lastCallAt ? <Ago at={agent.lastCallAt} /> : "never"}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
