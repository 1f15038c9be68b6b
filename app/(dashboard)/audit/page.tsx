import { Download } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { address, one, type SearchParams } from "#app/server/address.ts";
import { database } from "#app/server/database.ts";
import { checkpointsPath } from "#app/server/environment.ts";
import { requireSession } from "#app/server/session.ts";
import { AuditTable } from "#components/audit/audit-table.tsx";
import { ProofStatus } from "#components/audit/proof-status.tsx";
import { SubjectLink } from "#components/audit/subject-link.tsx";
import { buttonClasses } from "#components/ui/button.tsx";
import { FilterSelect } from "#components/ui/filter-select.tsx";
import { Page, PageTitle } from "#components/ui/page.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { LANES, readLane } from "#lib/audit/lane-head.ts";
import { listAuditActions } from "#lib/audit/queries/list-audit-actions.ts";
import { listAuditEntries } from "#lib/audit/queries/list-audit-entries.ts";
import { readProof } from "#lib/audit/queries/read-proof.ts";
import { listPeople } from "#lib/sessions/list-people.ts";

export const metadata: Metadata = { title: "Audit" };

const PATH = "/audit";
const LANE_OPTIONS = Array.from({ length: LANES }, (_, lane) => ({ value: String(lane), label: `lane ${lane}` }));

export default async function AuditPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireSession();
  const params = await searchParams;
  const subject = one(params, "subject");
  const [proof, { items, next }, actions, people] = await Promise.all([
    readProof(database(), checkpointsPath()),
    listAuditEntries(database(), {
      action: one(params, "action"),
      actor: one(params, "actor"),
      subject,
      lane: readLane(one(params, "lane")),
      before: one(params, "before"),
    }),
    listAuditActions(database()),
    listPeople(database()),
  ]);
  return (
    <Page>
      <PageTitle
        title="Audit"
        facts="Sixteen hash-chained lanes. An entry is written in the same transaction as what it records, and never changed."
        action={
          <a
            href={address("/api/audit/export", params, { before: undefined })}
            download
            title="As JSONL, one line per entry: what the filter shows"
            className={buttonClasses("plain", "sm")}
          >
            <Download size={14} aria-hidden /> Export these entries
          </a>
        }
      />
      <ProofStatus initial={proof} />
      <div className="mb-3 flex flex-wrap gap-2">
        <FilterSelect name="action" label="Action" options={actions.map((value) => ({ value, label: value }))} />
        <FilterSelect
          name="actor"
          label="Person"
          options={people.map(({ id, name }) => ({ value: `person:${id}`, label: name }))}
        />
        <FilterSelect name="lane" label="Lane" options={LANE_OPTIONS} />
        {subject && (
          <span className="flex items-center gap-2 text-ink-2">
            only <SubjectLink subject={subject} />
            <Link
              href={address(PATH, params, { subject: undefined, before: undefined })}
              prefetch={false}
              className="text-accent underline"
            >
              Show all
            </Link>
          </span>
        )}
      </div>
      <AuditTable items={items} />
      <Pager
        shown={items.length}
        first={one(params, "before") ? address(PATH, params, { before: undefined }) : undefined}
        next={next ? address(PATH, params, { before: next }) : undefined}
      />
    </Page>
  );
}
