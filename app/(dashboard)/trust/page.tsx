import type { Metadata } from "next";
import Link from "next/link";
import { address, one, type SearchParams } from "#app/server/address.ts";
import { database } from "#app/server/database.ts";
import { requireSession } from "#app/server/session.ts";
import { RefreshOnChange } from "#components/live/refresh-on-change.tsx";
import { EditLink } from "#components/policies/edit-link.tsx";
import { TrustMatrix } from "#components/trust/trust-matrix.tsx";
import { TrustTitle } from "#components/trust/trust-tabs.tsx";
import { AddressSearch } from "#components/ui/address-search.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Page } from "#components/ui/page.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { AGENT_NAME } from "#lib/agents/agent-name.ts";
import { readPolicyInForce } from "#lib/policy/versions/read-policy-in-force.ts";
import { listTrust } from "#lib/trust/queries/list-trust.ts";

export const metadata: Metadata = { title: "Trust" };

export default async function TrustPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const session = await requireSession();
  const query = await searchParams;
  const words = one(query, "q")?.trim().slice(0, 63) || undefined;
  const before = one(query, "before");
  const after = before && AGENT_NAME.test(before) ? before : undefined;
  const [{ items, next }, { document }] = await Promise.all([
    listTrust(database(), { ...(words && { words }), ...(after && { after }) }),
    readPolicyInForce(database()),
  ]);
  return (
    <Page>
      <RefreshOnChange />
      <TrustTitle current="matrix" action={<EditLink role={session.role} at="trust" />} />
      {!document.trust && <NotEarned some={items.some(({ ownStrategy }) => ownStrategy)} />}
      <div className="my-3 flex">
        <AddressSearch words={words ?? ""} label="Search agents" placeholder="An agent's name" />
      </div>
      <TrustMatrix rows={items} />
      <Pager
        shown={items.length}
        words={{ first: "First", next: "Next" }}
        first={after ? address("/trust", query, { before: undefined }) : undefined}
        next={next ? address("/trust", query, { before: next }) : undefined}
      />
    </Page>
  );
}

/** `some`: agents that have a section of their own. */
function NotEarned({ some }: { some: boolean }) {
  return (
    <Callout
      title={
        <b className="font-semibold">{some ? "Only some agents earn trust here." : "Trust is not earned here."}</b>
      }
    >
      The policy has no trust section for all, so {some ? "the other" : ""} agents keep the level that was declared for
      them and only people move it. Try one on recorded history under{" "}
      <Link href="/trust/what-if" prefetch={false} className="underline">
        What if
      </Link>
      .
    </Callout>
  );
}
