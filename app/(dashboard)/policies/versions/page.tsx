import type { Metadata } from "next";
import { address, one, type SearchParams } from "#app/server/address.ts";
import { database } from "#app/server/database.ts";
import { requireSession } from "#app/server/session.ts";
import { RefreshOnChange } from "#components/live/refresh-on-change.tsx";
import { EditLink } from "#components/policies/edit-link.tsx";
import { PolicyTitle } from "#components/policies/policy-title.tsx";
import { VersionTable } from "#components/policies/versions/version-table.tsx";
import { Page } from "#components/ui/page.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { listPolicyVersions } from "#lib/policy/versions/list-policy-versions.ts";
import { versionNumber } from "#lib/policy/versions/version-number.ts";

export const metadata: Metadata = { title: "Policy versions" };

const PATH = "/policies/versions";

export default async function VersionsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const session = await requireSession();
  const params = await searchParams;
  const before = versionNumber(one(params, "before"));
  const { items, next } = await listPolicyVersions(database(), before);
  return (
    <Page>
      <RefreshOnChange />
      <PolicyTitle current="versions" action={<EditLink role={session.role} />} />
      <VersionTable versions={items} label="Policy versions" />
      <Pager
        shown={items.length}
        first={before ? address(PATH, params, { before: undefined }) : undefined}
        next={next ? address(PATH, params, { before: String(next) }) : undefined}
      />
    </Page>
  );
}
