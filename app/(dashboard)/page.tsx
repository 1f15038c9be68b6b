import type { Metadata } from "next";
import Link from "next/link";
import { dismissNotice } from "#app/actions/dismiss-notice.ts";
import { database } from "#app/server/database.ts";
import { requireSession } from "#app/server/session.ts";
import { InvocationTable } from "#components/invocations/invocation-table.tsx";
import { RefreshOnChange } from "#components/live/refresh-on-change.tsx";
import { NOTICES_SHOWN, NoticeList } from "#components/notices/notice-list.tsx";
import { Attention, type Concern } from "#components/overview/attention.tsx";
import { DayChart } from "#components/overview/day-chart.tsx";
import { HealthPanel } from "#components/overview/health-panel.tsx";
import { REVIEWS_SHOWN, ReviewList } from "#components/overview/review-list.tsx";
import { StateCounts } from "#components/overview/state-counts.tsx";
import { UNKNOWN_SHOWN, UnknownList } from "#components/overview/unknown-list.tsx";
import { WAITING_SHOWN, WaitingList } from "#components/overview/waiting-list.tsx";
import { Page, PageTitle } from "#components/ui/page.tsx";
import { Section } from "#components/ui/section.tsx";
import { NO_FILTER } from "#lib/approvals/inbox-filter.ts";
import { countInbox } from "#lib/approvals/queries/count-inbox.ts";
import { listInbox } from "#lib/approvals/queries/list-inbox.ts";
import { countUnknown } from "#lib/invocations/count-unknown.ts";
import { listInvocations } from "#lib/invocations/list-invocations.ts";
import { listNotices } from "#lib/notices/list-notices.ts";
import { listWorkers, type WorkerItem } from "#lib/operations/list-workers.ts";
import { readDay } from "#lib/operations/read-day.ts";
import { type ConcernCounts, countConcerns } from "#lib/registry/queries/count-concerns.ts";
import { listReviews } from "#lib/registry/queries/list-reviews.ts";
import { listTools, type ToolItem } from "#lib/registry/queries/list-tools.ts";
import { may } from "#lib/sessions/permissions.ts";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage() {
  const session = await requireSession();
  const sql = database();
  const [unknown, unknownTotal, pending, waiting, day, workers, stopped, concerns, reviews, recent, notices] =
    await Promise.all([
      listInvocations(sql, { status: "unknown" }, UNKNOWN_SHOWN),
      countUnknown(sql),
      listInbox(sql, session, { ...NO_FILTER, without: LISTED_APART }, null, WAITING_SHOWN),
      countInbox(sql, session),
      readDay(sql),
      listWorkers(sql),
      Promise.all(STOPPED.map((concern) => listTools(sql, { concern, sort: "changed" }, STOPPED_SHOWN))),
      countConcerns(sql),
      listReviews(sql, session.personId, undefined, REVIEWS_SHOWN),
      listInvocations(sql, {}, 8),
      listNotices(sql, NOTICES_SHOWN),
    ]);
  return (
    <Page>
      <RefreshOnChange />
      <PageTitle title="Overview" />
      <Section title="To decide" note={pending.items.length > 0 ? "the gravest first" : undefined}>
        <UnknownList items={unknown.items} total={unknownTotal} />
        <WaitingList items={pending.items} total={waiting.pending} />
        <ReviewList items={reviews.items} waiting={concerns.review} />
        <Attention
          concerns={concernsOf(
            stopped.flatMap(({ items }) => items),
            concerns,
            workers,
          )}
        />
      </Section>
      <NoticeList {...notices} dismiss={may(session.role, "notices.dismiss") ? dismissNotice : null} />
      <div className="mt-5 grid gap-5 lg:grid-cols-[minmax(0,1fr)_320px] [&>section]:mt-0">
        <Section title="Last 24 hours">
          <DayChart day={day} />
          <StateCounts byState={day.byState} />
        </Section>
        <Section title="Health">
          <HealthPanel workers={workers} day={day} />
        </Section>
      </div>
      <Section title="What happened">
        <InvocationTable items={recent.items} empty={NOTHING_ASKED} />
      </Section>
    </Page>
  );
}

const NOTHING_ASKED = (
  <>
    No agent has asked for anything yet.{" "}
    <Link href="/connect" className="text-accent underline">
      Connect one
    </Link>
    .
  </>
);

/** What has a list of its own here: unknown outcomes above what waits, versions of tools below it. */
const LISTED_APART = ["unknown", "tool_version"] as const;

/** Tools that do not run although somebody relies on them. */
const STOPPED = ["quarantined", "drifted"] as const;
const STOPPED_SHOWN = 4;

function concernsOf(stopped: readonly ToolItem[], counts: ConcernCounts, workers: readonly WorkerItem[]): Concern[] {
  const isolating = workers.some((worker) => worker.alive && worker.backends.some(({ offered }) => offered));
  const more = counts.drifted + counts.quarantined - stopped.length;
  return [
    ...(isolating
      ? []
      : [
          {
            href: "/settings?tab=sandbox",
            sentence: "No dispatcher can isolate calls: released calls are refused or wait.",
          },
        ]),
    ...stopped.map(({ name, state }) => ({
      href: `/registry/${name}`,
      sentence: `${name} is ${state} and does not run.`,
    })),
    ...(more > 0
      ? [{ href: "/registry?show=quarantined", sentence: "More tools are drifted or quarantined: see the registry." }]
      : []),
  ];
}
