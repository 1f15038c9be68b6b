import { SearchX, Wrench } from "lucide-react";
import { SeverityMark } from "#components/findings/severity-mark.tsx";
import { Flag } from "#components/ui/chip.tsx";
import { CountLink } from "#components/ui/count-link.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { Cell, Head, HeadCell, Row, RowLink, Table } from "#components/ui/table.tsx";
import { Ago } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import { countText } from "#lib/registry/queries/count-calls.ts";
import type { ToolItem } from "#lib/registry/queries/list-tools.ts";
import { shownState } from "#lib/registry/shown-state.ts";
import { pinnedWord } from "./pinned-word.ts";
import { sourceWord } from "./source-word.ts";

export const TOOLS_LABEL = "Tools";

export function ToolTable({ tools, filtered }: { tools: readonly ToolItem[]; filtered: boolean }) {
  if (tools.length === 0) return <NoTools filtered={filtered} />;
  return (
    <Table label={TOOLS_LABEL}>
      <Head>
        <HeadCell>Tool</HeadCell>
        <HeadCell>State</HeadCell>
        <HeadCell wide>
          Description · <code className="text-2xs">description_hash</code>
        </HeadCell>
        <HeadCell wide>Classes</HeadCell>
        <HeadCell wide>Definition</HeadCell>
        <HeadCell wide right>
          Changed
        </HeadCell>
        <HeadCell wide right>
          Calls 24 h
        </HeadCell>
      </Head>
      <tbody>
        {tools.map((tool) => (
          <Row key={tool.id} muted={tool.state === "retired"}>
            <Cell className="align-top! md:min-w-60">
              <RowLink href={`/registry/${tool.name}`} className="block font-mono text-sm [overflow-wrap:anywhere]">
                {tool.name}
              </RowLink>
              <span className="block text-sm text-ink-2 [overflow-wrap:anywhere]">
                {sourceWord(tool.source)}
                {tool.server && ` · ${tool.server}`}
                {tool.external && " · no sandbox"}
              </span>
            </Cell>
            <Cell className="align-top!">
              <State tool={tool} />
            </Cell>
            <Cell wide className="w-full max-w-0 align-top!">
              <Description tool={tool} />
            </Cell>
            <Cell wide className="whitespace-nowrap align-top!">
              <span className="block">
                {tool.safetyClass} · {tool.egressClass}
              </span>
              <span className="block text-sm text-ink-2">
                <code className="text-xs">{tool.actionType}</code> · <Needs tool={tool} />
              </span>
            </Cell>
            <Cell wide className="whitespace-nowrap align-top! text-ink-2">
              {tool.definitionHash ? (
                <>
                  <span className="block">
                    v{tool.version} {tool.pinned ? pinnedWord(tool) : "not in force"}
                  </span>
                  <Hash value={tool.definitionHash} scheme={false} head={6} />
                </>
              ) : (
                "none"
              )}
            </Cell>
            <Cell wide right className="align-top! text-ink-2">
              <Ago at={tool.updatedAt} />
            </Cell>
            <Cell wide right className="figures align-top! text-ink-2">
              <CountLink
                href={`/invocations?tool=${tool.name}&asked=day`}
                count={tool.callsToday}
                text={countText(tool.callsToday)}
              />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** In its well, on two lines at most, with the hash by the name that the contract's part has. */
function Description({ tool }: { tool: ToolItem }) {
  if (tool.description === "") return <span className="text-ink-2">none</span>;
  return (
    <span className="untrusted block rounded-sm border px-2 py-0.5">
      <span className="line-clamp-2 text-sm">
        <VisibleText text={tool.description.replaceAll(/\s+/g, " ")} />
      </span>
      {tool.descriptionHash && (
        <span className="flex items-center gap-1.5 text-xs text-ink-3">
          <span className="font-mono">description_hash</span>
          <Hash value={tool.descriptionHash} scheme={false} />
        </span>
      )}
    </span>
  );
}

function State({ tool }: { tool: ToolItem }) {
  return (
    <span className="grid justify-items-start gap-1">
      <StateMark state={shownState(tool)} />
      {tool.undecided > 0 && <Flag tone="medium">{tool.undecided} to review</Flag>}
      {tool.worst && (
        <span className="whitespace-nowrap text-sm">
          <SeverityMark severity={tool.worst} /> · {tool.findings === 1 ? "1 finding" : `${tool.findings} findings`}
        </span>
      )}
    </span>
  );
}

function Needs({ tool }: { tool: ToolItem }) {
  if (tool.safetyClass === "privileged") return "two people";
  return tool.requiresApproval ? "one person" : "nobody";
}

function NoTools({ filtered }: { filtered: boolean }) {
  return (
    <div className="rounded-md border bg-panel">
      {filtered ? (
        <EmptyState icon={<SearchX size={22} />} title="No tool matches">
          Words match the beginnings of words in names and descriptions; six or more hexadecimal digits match a hash.
        </EmptyState>
      ) : (
        <EmptyState icon={<Wrench size={22} />} title="No tools">
          A tool appears here when its author registers a definition; a reviewer puts it in force.
        </EmptyState>
      )}
    </div>
  );
}
