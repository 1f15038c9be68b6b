import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { askToolReview } from "#app/actions/ask-tool-review.ts";
import { decideToolReview } from "#app/actions/decide-tool-review.ts";
import { quarantineTool } from "#app/actions/quarantine-tool.ts";
import { retireTool } from "#app/actions/retire-tool.ts";
import { setToolServing } from "#app/actions/set-tool-serving.ts";
import { address, one, oneOf, type SearchParams } from "#app/server/address.ts";
import { database } from "#app/server/database.ts";
import { readPreference } from "#app/server/preferences.ts";
import { requireSession } from "#app/server/session.ts";
import { FindingsInText } from "#components/findings/findings-in-text.tsx";
import { RefreshOnChange } from "#components/live/refresh-on-change.tsx";
import { ChangesTab } from "#components/registry/changes/changes-tab.tsx";
import { ContractTab } from "#components/registry/contract-tab.tsx";
import { DriftCards } from "#components/registry/drift-cards.tsx";
import { HistoryTab } from "#components/registry/history-tab.tsx";
import { PermissionsTab } from "#components/registry/permissions-tab.tsx";
import { AskAgain } from "#components/registry/review/ask-again.tsx";
import { ReviewBar } from "#components/registry/review/review-bar.tsx";
import { partsToSee, takesTypedName } from "#components/registry/review/review-needs.ts";
import { ToolActions } from "#components/registry/tool-actions.tsx";
import { ToolFacts } from "#components/registry/tool-facts.tsx";
import { ToolNotice } from "#components/registry/tool-notice.tsx";
import { TwinNotice } from "#components/registry/twin-notice.tsx";
import { VersionStrip } from "#components/registry/version-strip.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Page, PageTitle } from "#components/ui/page.tsx";
import { TabNav } from "#components/ui/tab-nav.tsx";
import { isUndecided } from "#lib/registry/is-undecided.ts";
import { listDrifts } from "#lib/registry/queries/list-drifts.ts";
import { listTwins } from "#lib/registry/queries/list-twins.ts";
import { type Review, readReview } from "#lib/registry/queries/read-review.ts";
import { readTool } from "#lib/registry/queries/read-tool.ts";
import { readVersion } from "#lib/registry/queries/read-version.ts";
import { may } from "#lib/sessions/permissions.ts";
import { chooseVersions } from "./choose-versions.ts";
import { compareVersions } from "./compare-versions.ts";
import { LABELS, TABS } from "./tabs.ts";
import { ToolCallers } from "./tool-callers.tsx";
import { ToolInvocations } from "./tool-invocations.tsx";
import { ToolTrial } from "./tool-trial.tsx";

interface ToolPageProps {
  params: Promise<{ name: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ params }: ToolPageProps): Promise<Metadata> {
  return { title: (await params).name };
}

export default async function ToolPage({ params, searchParams }: ToolPageProps) {
  const session = await requireSession();
  const sql = database();
  const tool = await readTool(sql, (await params).name);
  if (!tool) notFound();
  const query = await searchParams;
  const chosen = chooseVersions(tool, one(query, "version"), one(query, "against"));
  const [version, against] = await Promise.all([
    chosen.version === undefined ? undefined : readVersion(sql, tool.id, chosen.version),
    chosen.against === undefined ? undefined : readVersion(sql, tool.id, chosen.against),
  ]);
  if (!version) notFound();
  const line = tool.versions.find(({ id }) => id === version.id);
  const undecided = isUndecided(version.state) && tool.state !== "retired";
  const [review, drifts, twins, shortcuts] = await Promise.all([
    undecided ? readReview(sql, session, version.id) : undefined,
    listDrifts(sql, tool.id),
    listTwins(sql, tool.id, version.bodyHash),
    readPreference("shortcuts"),
  ]);
  const comparison = against && compareVersions(against, version);
  const pinned = tool.versions.find(({ id }) => id === tool.pinnedVersionId);
  const replaces = pinned && pinned.id !== version.id ? pinned : undefined;
  const tab = oneOf(query, "tab", TABS) ?? (undecided && replaces ? "changes" : "contract");
  const path = `/registry/${tool.name}`;
  const hrefOf = (changes: Readonly<Record<string, string | undefined>>) =>
    address(path, query, { before: undefined, ...changes });
  const counts = {
    changes: comparison && `v${against.number} → v${version.number}`,
    findings: version.findings.length,
    history: tool.versionCount,
  } as Partial<Record<(typeof TABS)[number], number | string>>;
  return (
    <Page>
      <RefreshOnChange />
      {/* Tall enough that the bar with the two answers stands at the bottom of every part, and never moves between them. */}
      <div className="flex flex-col md:min-h-[calc(100dvh-112px-var(--banner,0px))]">
        <PageTitle
          title={tool.name}
          mono
          facts={<ToolFacts tool={tool} external={version.contract.runtime.kind === "external"} />}
          action={
            <ToolActions
              toolId={tool.id}
              name={tool.name}
              state={tool.state}
              quarantine={may(session.role, "registry.quarantine") ? quarantineTool : null}
              retire={may(session.role, "registry.retire") ? retireTool : null}
            />
          }
        />
        {line && <ToolNotice tool={tool} version={line} />}
        {undecided && (!review || review.over) && (
          <AskAgain
            versionId={version.id}
            version={version.number}
            why={whyNobodyIsAsked(review)}
            ask={may(session.role, "registry.ask-review") ? askToolReview : null}
          />
        )}
        <DriftCards
          tool={tool}
          drifts={drifts.filter(({ resolvedAt }) => resolvedAt === null)}
          serve={may(session.role, "registry.set-serving") ? setToolServing : null}
        />
        <TwinNotice twins={twins} />
        <VersionStrip
          tool={tool}
          shown={version.number}
          hrefOf={(number) => hrefOf({ version: String(number), against: undefined, tab: one(query, "tab") })}
        />
        <TabNav
          label="Parts of this tool"
          current={tab}
          tabs={TABS.map((id) => ({ id, label: LABELS[id], href: hrefOf({ tab: id }), count: counts[id] }))}
        />
        <div className="flex-1">
          {tab === "contract" && <ContractTab tool={tool} version={version} against={against} whole={undecided} />}
          {tab === "changes" && (
            <ChangesTab version={version} against={against} comparison={comparison} versions={tool.versions} />
          )}
          {tab === "findings" &&
            (version.findings.length > 0 ? (
              <FindingsInText definition={version.contract} findings={version.findings} />
            ) : (
              <EmptyState title="No findings">The scanner noticed nothing in this version's definition.</EmptyState>
            ))}
          {tab === "permissions" && <PermissionsTab contract={version.contract} />}
          {tab === "callers" && <ToolCallers tool={tool} token={session.token} query={query} path={path} />}
          {tab === "invocations" && <ToolInvocations name={tool.name} query={query} path={path} />}
          {tab === "try" && (
            <ToolTrial
              tool={tool}
              inForce={
                [version, against].find((each) => each?.id === tool.pinnedVersionId) ??
                (pinned && (await readVersion(sql, tool.id, pinned.number)))
              }
              agent={one(query, "agent")}
            />
          )}
          {tab === "history" && (
            <HistoryTab
              tool={tool}
              drifts={drifts}
              hrefOf={(number) => hrefOf({ version: String(number), tab: "contract" })}
            />
          )}
        </div>
        {review && (
          <ReviewBar
            key={version.id}
            tool={tool.name}
            version={version.number}
            inForce={replaces?.number ?? null}
            review={review}
            part={tab === "changes" && against?.id !== replaces?.id ? "other changes" : tab}
            toSee={partsToSee(replaces !== undefined, version.findings.length)}
            typed={takesTypedName(replaces ? (comparison?.changes ?? null) : null, version.findings.length)}
            shortcuts={shortcuts === "on"}
            decide={decideToolReview}
          />
        )}
      </div>
    </Page>
  );
}

function whyNobodyIsAsked(review: Review | undefined): string {
  if (!review) return "No reviewer has been asked yet.";
  if (review.status === "pending" || review.status === "expired") return "Nobody decided in time.";
  return "The tool changed after the last question, or it was answered and then taken out of force.";
}
