import type { Metadata } from "next";
import { address, one, type SearchParams } from "#app/server/address.ts";
import { database } from "#app/server/database.ts";
import { requireSession } from "#app/server/session.ts";
import { AuditTable } from "#components/audit/audit-table.tsx";
import { FilterSelect } from "#components/ui/filter-select.tsx";
import { Page, PageTitle } from "#components/ui/page.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { listAuditActions } from "#lib/audit/queries/list-audit-actions.ts";
import { listAuditEntries } from "#lib/audit/queries/list-audit-entries.ts";
import { listPeople } from "#lib/sessions/list-people.ts";

export const metadata: Metadata = { title: "Audit" };

const PATH = "/audit";
const LANES = Array.from({ length: 16 }, (_, lane) => ({ value: String(lane), label: `lane ${lane}` }));

export default async function AuditPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireSession();
  const params = await searchParams;
  const lane = Number.parseInt(one(params, "lane") ?? "", 10);
  const [{ items, next }, actions, people] = await Promise.all([
    listAuditEntries(database(), {
      action: one(params, "action"),
      actor: one(params, "actor"),
      subject: one(params, "subject"),
      lane: Number.isInteger(lane) ? lane : undefined,
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
      />
      <div className="mb-3 flex flex-wrap gap-2">
        <FilterSelect name="action" label="Action" options={actions.map((value) => ({ value, label: value }))} />
        <FilterSelect
          name="actor"
          label="Person"
          options={people.map(({ id, name }) => ({ value: `person:${id}`, label: name }))}
        />
        <FilterSelect name="lane" label="Lane" options={LANES} />
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
