import { PeopleChip } from "#components/policies/people-chip.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Cell, Head, HeadCell, Row, RowLink, Table } from "#components/ui/table.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { ToolAccess } from "#lib/agents/access/list-tool-access.ts";
import type { Verdict } from "#lib/policy/decision-trace.ts";

interface ToolAccessTableProps {
  tools: readonly ToolAccess[];
  hrefOf: (tool: string) => string;
}

/** Which tools the agent may use, which of its calls wait for people, and by which line of what. */
export function ToolAccessTable({ tools, hrefOf }: ToolAccessTableProps) {
  if (tools.length === 0) {
    return (
      <div className="rounded-md border bg-panel">
        <EmptyState title="No such tool">Nothing in the registry has a name like that.</EmptyState>
      </div>
    );
  }
  return (
    <Table label="Tools and this agent">
      <Head>
        <HeadCell>Tool</HeadCell>
        <HeadCell wide>Kind</HeadCell>
        <HeadCell>A call</HeadCell>
        <HeadCell wide>Because</HeadCell>
      </Head>
      <tbody>
        {tools.map(({ tool, category, safetyClass, egressClass, verdict, because }) => (
          <Row key={tool}>
            <Cell>
              <RowLink href={hrefOf(tool)} className="font-mono text-sm">
                {tool}
              </RowLink>
            </Cell>
            <Cell wide className="text-sm text-ink-2">
              {category} · {safetyClass} · {egressClass}
            </Cell>
            <Cell className="whitespace-nowrap">
              <VerdictChip verdict={verdict} />
            </Cell>
            <Cell wide className="text-ink-2">
              {because ? (
                <>
                  <VisibleText text={because.sentence} /> <code className="text-xs text-ink-3">{because.rule}</code>
                </>
              ) : (
                "nothing holds or refuses it"
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function VerdictChip({ verdict }: { verdict: Verdict }) {
  if (verdict.kind === "deny") return <Chip tone="bad">✕ denied</Chip>;
  return <PeopleChip people={verdict.kind === "hold" ? verdict.people : 0} />;
}
