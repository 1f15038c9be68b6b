import { Bot } from "lucide-react";
import { Chip } from "#components/ui/chip.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { Cell, Head, HeadCell, Row, RowLink, Table } from "#components/ui/table.tsx";
import { Ago } from "#components/ui/time.tsx";
import type { ToolCaller } from "#lib/registry/queries/list-callers.ts";

export function CallersTab({ callers }: { callers: readonly ToolCaller[] }) {
  if (callers.length === 0) {
    return (
      <EmptyState icon={<Bot size={22} />} title="No agents">
        An admin makes agents on the Agents page.
      </EmptyState>
    );
  }
  return (
    <Table label="Who may call">
      <Head>
        <HeadCell>Agent</HeadCell>
        <HeadCell>Answer</HeadCell>
        <HeadCell wide>Level</HeadCell>
        <HeadCell wide>Profile</HeadCell>
        <HeadCell right>Calls in 30 days</HeadCell>
        <HeadCell wide right>
          Last
        </HeadCell>
      </Head>
      <tbody>
        {callers.map((caller) => (
          <Row key={caller.agentId}>
            <Cell>
              <RowLink href={`/agents/${caller.agent}`}>{caller.agent}</RowLink>
            </Cell>
            <Cell>
              <Answer caller={caller} />
            </Cell>
            <Cell wide className="text-ink-2">
              {caller.accessLevel}
            </Cell>
            <Cell wide className="text-ink-2">
              {caller.profile ?? "none"}
            </Cell>
            <Cell right className="figures">
              {caller.recentCalls.toLocaleString("en-GB")}
            </Cell>
            <Cell wide right className="text-ink-2">
              {caller.lastCallAt ? <Ago at={caller.lastCallAt} /> : "not lately"}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** Every agent is answered by the tool's classes and its own level; a profile may only narrow that. */
function Answer({ caller }: { caller: ToolCaller }) {
  if (caller.frozen) return <StateMark state="frozen" />;
  if (caller.override === "deny") return <StateMark state="denied" />;
  if (caller.override === "hold") return <Chip tone="medium">held by profile</Chip>;
  return <span className="text-ink-2">by class and level</span>;
}
