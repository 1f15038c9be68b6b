import { approveInvocation } from "#app/actions/approve-invocation.ts";
import { approveTogether } from "#app/actions/approve-together.ts";
import { assignApproval } from "#app/actions/assign-approval.ts";
import { commentOnApproval } from "#app/actions/comment-on-approval.ts";
import { decideAndRule } from "#app/actions/decide-and-rule.ts";
import { decideItem } from "#app/actions/decide-item.ts";
import { editInvocation } from "#app/actions/edit-invocation.ts";
import { escalateApproval } from "#app/actions/escalate-approval.ts";
import { extendApproval } from "#app/actions/extend-approval.ts";
import { makeRule } from "#app/actions/make-rule.ts";
import { pivotInjection } from "#app/actions/pivot-injection.ts";
import { previewEdit } from "#app/actions/preview-edit.ts";
import { rejectInvocation } from "#app/actions/reject-invocation.ts";
import { rejectTogether } from "#app/actions/reject-together.ts";
import { removeInboxView } from "#app/actions/remove-inbox-view.ts";
import { resolveUnknown } from "#app/actions/resolve-unknown.ts";
import { saveInboxView } from "#app/actions/save-inbox-view.ts";
import { snoozeApproval } from "#app/actions/snooze-approval.ts";
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
  comment: commentOnApproval,
  assign: assignApproval,
  snooze: snoozeApproval,
  extend: extendApproval,
  escalate: escalateApproval,
  saveView: saveInboxView,
  removeView: removeInboxView,
  decideItem,
  resolveUnknown,
  decideAndRule,
  makeRule,
  pivot: pivotInjection,
};
