import { Bot } from "lucide-react";
import { CountLink } from "#components/ui/count-link.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { Cell, Head, HeadCell, Row, RowLink, Table } from "#components/ui/table.tsx";
import { Ago } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { Verdict } from "#lib/policy/decision-trace.ts";
import type { ToolCaller } from "#lib/registry/queries/list-callers.ts";

/** Who could call the tool now, what would become of it and by which rule, and who did. */
export function CallersTab({ tool, callers, more }: { tool: string; callers: readonly ToolCaller[]; more: boolean }) {
  if (callers.length === 0) {
    return (
      <EmptyState icon={<Bot size={22} />} title="No agents">
        An admin makes agents on the Agents page.
      </EmptyState>
    );
  }
  return (
    <>
      <p className="mb-3 text-ink-2">{summaryOf(callers, more)}</p>
      <Table label="Who may call">
        <Head>
          <HeadCell>Agent</HeadCell>
          <HeadCell>Now</HeadCell>
          <HeadCell wide>Because</HeadCell>
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
              <Cell className="whitespace-nowrap">
                <Answer verdict={caller.verdict} />
              </Cell>
              <Cell wide>
                {caller.because && (
                  <>
                    <VisibleText text={caller.because.sentence} />{" "}
                    <code className="text-xs text-ink-3">{caller.because.rule}</code>
                  </>
                )}
              </Cell>
              <Cell wide className="whitespace-nowrap text-ink-2">
                {caller.actsAt === caller.accessLevel ? caller.actsAt : `${caller.actsAt}, of ${caller.accessLevel}`}
              </Cell>
              <Cell wide className="text-ink-2">
                {caller.profile ?? "none"}
              </Cell>
              <Cell right className="figures">
                <CountLink
                  href={`/invocations?tool=${tool}&agent=${caller.agentId}&asked=month`}
                  count={caller.recentCalls}
                />
              </Cell>
              <Cell wide right className="text-ink-2">
                {caller.lastCallAt ? <Ago at={caller.lastCallAt} /> : "not lately"}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </>
  );
}

/** The answer before any input is seen: an input may still be refused, never more than this allowed. */
function Answer({ verdict }: { verdict: Verdict }) {
  if (verdict.kind === "deny") return <StateMark state="denied" />;
  if (verdict.kind === "hold") {
    return (
      <span className="font-medium text-medium">
        <span aria-hidden>◐ </span>
        {verdict.people > 1 ? "held for two people" : "held for one person"}
      </span>
    );
  }
  return (
    <span className="font-medium text-ok">
      <span aria-hidden>▸ </span>runs
    </span>
  );
}

function summaryOf(callers: readonly ToolCaller[], more: boolean): string {
  const count = (kind: Verdict["kind"]) => callers.filter(({ verdict }) => verdict.kind === kind).length;
  const called = callers.filter(({ recentCalls }) => recentCalls > 0).length;
  const whole = more
    ? `Of the ${callers.length} agents shown`
    : `Of ${callers.length === 1 ? "1 agent" : `${callers.length} agents`}`;
  return `${whole}: a call would run at once for ${count("run")}, be held for people for ${count("hold")}, be refused to ${count("deny")}. ${called} called it in 30 days.`;
}
