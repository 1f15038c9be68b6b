import { Wrench } from "lucide-react";
import { Chip, Flag } from "#components/ui/chip.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { Cell, Head, HeadCell, Row, RowLink, Table } from "#components/ui/table.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { ToolItem } from "#lib/registry/queries/list-tools.ts";

export function ToolTable({ tools }: { tools: readonly ToolItem[] }) {
  if (tools.length === 0) {
    return (
      <div className="rounded-md border bg-panel">
        <EmptyState icon={<Wrench size={22} />} title="No tools">
          A tool appears here when its author registers a definition; a reviewer puts it in force.
        </EmptyState>
      </div>
    );
  }
  return (
    <Table label="Tools">
      <Head>
        <HeadCell>Tool</HeadCell>
        <HeadCell>State</HeadCell>
        <HeadCell wide>Classes</HeadCell>
        <HeadCell wide>Needs</HeadCell>
        <HeadCell wide>Definition</HeadCell>
        <HeadCell wide right>
          Calls today
        </HeadCell>
      </Head>
      <tbody>
        {tools.map((tool) => (
          <Row key={tool.id}>
            <Cell>
              <RowLink href={`/registry/${tool.name}`} className="font-mono text-sm">
                {tool.name}
              </RowLink>
              {tool.summary && (
                <span className="block text-sm text-ink-2 max-md:hidden">
                  <VisibleText text={tool.summary} />
                </span>
              )}
            </Cell>
            <Cell>
              <span className="flex flex-wrap items-center gap-2">
                <StateMark state={tool.state} />
                {tool.inReview > 0 && <Flag tone="medium">{tool.inReview} in review</Flag>}
              </span>
            </Cell>
            <Cell wide className="whitespace-nowrap text-ink-2">
              {tool.safetyClass} · {tool.egressClass} · <code className="text-xs">{tool.actionType}</code>
            </Cell>
            <Cell wide>{needs(tool)}</Cell>
            <Cell wide className="text-ink-2">
              {tool.definitionHash ? (
                <span className="flex items-center gap-1.5 whitespace-nowrap">
                  v{tool.version} <Hash value={tool.definitionHash} />
                </span>
              ) : (
                "none in force"
              )}
            </Cell>
            <Cell wide right className="figures text-ink-2">
              {tool.callsToday.toLocaleString("en-GB")}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function needs(tool: ToolItem) {
  if (tool.safetyClass === "privileged") return <Chip tone="dual">two people</Chip>;
  return tool.requiresApproval ? <Chip tone="medium">one person</Chip> : <span className="text-ink-2">nobody</span>;
}
