import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { deleteRawOutput } from "#app/actions/delete-raw-output.ts";
import { endOutputHold } from "#app/actions/end-output-hold.ts";
import { holdOutput } from "#app/actions/hold-output.ts";
import { readRawOutput } from "#app/actions/read-raw-output.ts";
import { replayInvocation } from "#app/actions/replay-invocation.ts";
import { resolveUnknown } from "#app/actions/resolve-unknown.ts";
import { undoRelease } from "#app/actions/undo-release.ts";
import { oneOf, type SearchParams } from "#app/server/address.ts";
import { database } from "#app/server/database.ts";
import { requireSession } from "#app/server/session.ts";
import { AuditTable } from "#components/audit/audit-table.tsx";
import { CallTimeline } from "#components/invocations/call-timeline.tsx";
import { DecisionTab } from "#components/invocations/decision-tab.tsx";
import { InvocationFacts } from "#components/invocations/invocation-facts.tsx";
import { LostRun } from "#components/invocations/lost-run.tsx";
import { wasLost } from "#components/invocations/lost-worker.ts";
import { ReplayCall } from "#components/invocations/replay-call.tsx";
import { RunNetwork } from "#components/invocations/run-network.tsx";
import { RunPlan } from "#components/invocations/run-plan.tsx";
import { RunUsage } from "#components/invocations/run-usage.tsx";
import { stageNotes } from "#components/invocations/stage-notes.tsx";
import { UndoWhileUnclaimed } from "#components/invocations/undo-while-unclaimed.tsx";
import { RefreshOnChange } from "#components/live/refresh-on-change.tsx";
import { CallOutput } from "#components/output/call-output.tsx";
import { OutputKeeping } from "#components/output/output-keeping.tsx";
import { StageStrip } from "#components/stages/stage-strip.tsx";
import { buttonClasses } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Page, PageTitle } from "#components/ui/page.tsx";
import { TabNav } from "#components/ui/tab-nav.tsx";
import { UntrustedBlock } from "#components/untrusted/untrusted-block.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import { listAuditEntries } from "#lib/audit/queries/list-audit-entries.ts";
import { type InvocationDetail, type InvocationOutput, readInvocation } from "#lib/invocations/read-invocation.ts";
import { readLostRun } from "#lib/invocations/read-lost-run.ts";
import type { CleanedOutput } from "#lib/invocations/read-output.ts";
import { resolveObstacle } from "#lib/invocations/resolve-obstacle.ts";
import type { Role } from "#lib/policy/vocabulary.ts";
import { may } from "#lib/sessions/permissions.ts";

export const metadata: Metadata = { title: "Invocation" };

const TABS = ["decision", "plan", "network", "usage", "output", "audit"] as const;
type Tab = (typeof TABS)[number];
const LABELS: Record<Tab, string> = {
  decision: "Decision",
  plan: "Plan",
  network: "Network",
  usage: "Timeline and usage",
  output: "Output",
  audit: "Audit",
};

interface InvocationPageProps {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function InvocationPage({ params, searchParams }: InvocationPageProps) {
  const session = await requireSession();
  const call = await readInvocation(database(), (await params).id);
  if (!call) notFound();
  const lastLost = wasLost(call.runs.at(-1));
  const lost = lastLost ? await readLostRun(database(), session.personId, call.id) : undefined;
  const tab = oneOf(await searchParams, "tab", TABS) ?? (call.output ? "output" : "decision");
  const counts: Partial<Record<Tab, number | string>> = {
    audit: call.auditEntries,
    // A lost run reported nothing, and a nought would say that there was nothing.
    ...(lastLost ? {} : { network: call.runs.flatMap(({ network }) => network ?? []).length }),
    ...(call.output ? { output: findingWords(call.output.findings.length) } : {}),
  };
  return (
    <Page>
      <RefreshOnChange />
      <PageTitle
        title={<VisibleText text={call.effect} />}
        facts={<InvocationFacts call={call} />}
        action={<NextStep call={call} />}
      />
      <StageStrip call={{ ...call, hasOutput: call.output !== null }} notes={stageNotes(call)} />
      {lost && (
        <LostRun
          call={call}
          lost={lost}
          obstacle={resolveObstacle(session.role, lost.ownedByViewer)}
          resolve={resolveUnknown}
        />
      )}
      {call.claimableAt && isTakenBackBy(session.role, call) && (
        <UndoWhileUnclaimed id={call.id} claimableAt={call.claimableAt} undo={undoRelease} />
      )}
      {!lost && call.reason && call.status !== "completed" && (
        <Callout tone={call.status === "running" ? "accent" : "bad"} title={<ReasonTitle call={call} />}>
          <Reason text={call.reason} status={call.status} />
        </Callout>
      )}
      <TabNav
        label="Parts of this call"
        current={tab}
        tabs={TABS.map((id) => ({
          id,
          label: LABELS[id],
          href: `/invocations/${call.id}?tab=${id}`,
          count: counts[id],
        }))}
      />
      {tab === "decision" && <DecisionTab call={call} withArguments={!lost || lost.resolution !== null} />}
      {tab === "plan" && <RunPlan run={call.runs.at(-1)} external={call.tool.external} />}
      {tab === "network" && <RunNetwork runs={call.runs} external={call.tool.external} />}
      {tab === "usage" && (
        <>
          <CallTimeline call={call} />
          <RunUsage runs={call.runs} cost={call.costEstimate} />
        </>
      )}
      {tab === "output" &&
        (call.output ? (
          <>
            <CallOutput
              invocationId={call.id}
              output={sentAlong(call.output)}
              hasRaw={call.output.sealedTo !== null && call.output.rawDeletedAt === null}
              mayReadRaw={may(session.role, "outputs.read-raw")}
              readRaw={readRawOutput}
            />
            <OutputKeeping
              invocationId={call.id}
              output={withoutContent(call.output)}
              acts={{
                remove: may(session.role, "outputs.delete-raw") ? deleteRawOutput : undefined,
                hold: may(session.role, "outputs.hold") ? holdOutput : undefined,
                endHold: may(session.role, "outputs.end-hold") ? endOutputHold : undefined,
              }}
            />
          </>
        ) : (
          <EmptyState title="No output">{noOutput(call, lost !== undefined)}</EmptyState>
        ))}
      {tab === "audit" && (
        <AuditTable
          withSubject={false}
          items={(await listAuditEntries(database(), { subject: `invocation:${call.id}` }, 200)).items}
        />
      )}
    </Page>
  );
}

/** People released it, nobody has it yet, and this person may vote. */
function isTakenBackBy(role: Role, { status, claimedAt, votes }: InvocationDetail): boolean {
  const released = status === "running" && claimedAt === null && votes.some(({ decision }) => decision === "approve");
  return released && may(role, "approvals.decide");
}

function NextStep({ call }: { call: InvocationDetail }) {
  if (call.status === "pending") {
    return (
      <Link href={`/approvals?id=${call.id}`} className={buttonClasses("primary")}>
        Decide
      </Link>
    );
  }
  if (call.status !== "completed" && call.status !== "failed") return null;
  return (
    <ReplayCall agentId={call.agent.id} idempotencyKey={call.idempotencyKey ?? call.id} replay={replayInvocation} />
  );
}

/** With the page, as long as it does not hold the page up; a longer one is fetched when the page is there. */
const SENT_ALONG_MAX = 100_000;

function sentAlong({ cleaned, findings }: InvocationOutput): CleanedOutput | null {
  return JSON.stringify([cleaned, findings]).length <= SENT_ALONG_MAX ? { cleaned, findings } : null;
}

/** The long parts go once, with the viewer. */
function withoutContent({ cleaned: _cleaned, findings: _findings, ...kept }: InvocationOutput) {
  return kept;
}

/** A bare number beside "Output" would read as how much of it there is. */
function findingWords(count: number): string {
  return `· ${count} ${count === 1 ? "finding" : "findings"}`;
}

function ReasonTitle({ call }: { call: InvocationDetail }) {
  return (
    <b className="font-semibold">
      {call.status === "running" ? "Released with a reason" : `What the agent was told: ${call.status}`}
      {call.errorCode && <code className="ml-2 text-sm font-normal text-ink-2">{call.errorCode}</code>}
    </b>
  );
}

/** Of a call that failed it is the tool's own error; otherwise our sentence, or a person's. */
function Reason({ text, status }: { text: string; status: InvocationDetail["status"] }) {
  if (status !== "failed") return <VisibleText text={text} />;
  return (
    <UntrustedBlock>
      <p className="px-3 py-2">
        <VisibleText text={text} />
      </p>
    </UntrustedBlock>
  );
}

function noOutput({ status }: InvocationDetail, lost: boolean): string {
  if (lost) return "Its dispatcher was lost before it could report one.";
  if (status === "pending") return "It waits for a decision and has not run.";
  if (status === "running") return "It is running; the output appears here when it ends.";
  return "It ended without one.";
}
