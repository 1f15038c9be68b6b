import type { Metadata } from "next";
import { one, type SearchParams } from "#app/server/address.ts";
import { database } from "#app/server/database.ts";
import { readPreference } from "#app/server/preferences.ts";
import { readInitialInbox } from "#app/server/read-initial-inbox.ts";
import { requireSession } from "#app/server/session.ts";
import { Inbox } from "#components/approvals/inbox/inbox.tsx";
import { seeApproval } from "#lib/approvals/queries/see-approval.ts";
import { inboxActions } from "./inbox-actions.ts";

export const metadata: Metadata = { title: "Approvals" };

export default async function ApprovalsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const session = await requireSession();
  const query = await searchParams;
  const id = one(query, "id");
  const [initial, detail, shortcuts] = await Promise.all([
    readInitialInbox(session, query),
    id && one(query, "kind") === undefined ? seeApproval(database(), session, id) : undefined,
    readPreference("shortcuts"),
  ]);
  return (
    <Inbox
      initial={initial}
      initialDetail={detail}
      shortcuts={shortcuts === "on"}
      actions={inboxActions}
      className="md:h-[calc(100dvh-48px-var(--banner,0px))]"
    />
  );
}
