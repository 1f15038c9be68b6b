import { approveInvocation } from "#app/actions/approve-invocation.ts";
import { approveTogether } from "#app/actions/approve-together.ts";
import { editInvocation } from "#app/actions/edit-invocation.ts";
import { previewEdit } from "#app/actions/preview-edit.ts";
import { rejectInvocation } from "#app/actions/reject-invocation.ts";
import { rejectTogether } from "#app/actions/reject-together.ts";
import { undoRelease } from "#app/actions/undo-release.ts";
import type { InboxActions } from "#components/approvals/inbox-actions.tsx";

/** Everything a person can do from the inbox, wherever it stands. */
export const inboxActions: InboxActions = {
  approve: approveInvocation,
  reject: rejectInvocation,
  undo: undoRelease,
  previewEdit,
  edit: editInvocation,
  approveTogether,
  rejectTogether,
};
