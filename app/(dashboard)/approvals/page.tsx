import type { Metadata } from "next";
import { database } from "#app/server/database.ts";
import { readPreference } from "#app/server/preferences.ts";
import { requireSession } from "#app/server/session.ts";
import { Inbox } from "#components/approvals/inbox/inbox.tsx";
import { listPending } from "#lib/approvals/queries/list-pending.ts";
import { readApproval } from "#lib/approvals/queries/read-approval.ts";
import { inboxActions } from "./inbox-actions.ts";

export const metadata: Metadata = { title: "Approvals" };

export default async function ApprovalsPage({ searchParams }: { searchParams: Promise<{ id?: string | string[] }> }) {
  const session = await requireSession();
  const { id } = await searchParams;
  const [items, detail, shortcuts] = await Promise.all([
    listPending(database(), session.personId),
    typeof id === "string" ? readApproval(database(), session, id) : undefined,
    readPreference("shortcuts"),
  ]);
  return (
    <Inbox
      initial={items}
      initialDetail={detail}
      shortcuts={shortcuts === "on"}
      actions={inboxActions}
      className="md:h-[calc(100dvh-48px-var(--banner,0px))]"
    />
  );
}
