export type { InboxItem, InboxKind } from "#lib/approvals/inbox-item.ts";
