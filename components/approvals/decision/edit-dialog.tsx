"use client";
import { useQuery } from "@tanstack/react-query";
import { fetchJson } from "#components/live/fetch-json.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { Decision } from "#lib/approvals/decide-invocation.ts";
import type { EditForm as Form } from "#lib/approvals/edit/read-edit-form.ts";
import { EditForm } from "./edit-form.tsx";

interface EditDialogProps {
  seen: Decision;
  effect: string;
  onOpenChange: (open: boolean) => void;
  onEdited: () => void;
}

/** Changes the arguments of a waiting call. Whoever does so leaves the decision to others. */
export function EditDialog({ seen, effect, onOpenChange, onEdited }: EditDialogProps) {
  const query = useQuery({
    queryKey: ["edit-form", seen.id, seen.revision],
    queryFn: ({ signal }) => fetchJson<Form>(`/api/approvals/${seen.id}/edit`, signal),
    // What is being typed must not be replaced under the hands, whatever changes; a changed call is refused when it is saved.
    staleTime: "static",
    gcTime: 0,
  });
  const form = query.data;
  const close = () => onOpenChange(false);
  if (form?.fields && form.unasked === null && form.digest === seen.digest) {
    return <EditForm seen={seen} effect={effect} fields={form.fields} onClose={close} onEdited={onEdited} />;
  }
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title="Edit the arguments"
      description={<VisibleText text={effect} />}
      footer={<Button onClick={close}>Close</Button>}
    >
      {query.isPending ? (
        <Skeleton className="h-40 w-full" />
      ) : (
        <Callout tone="plain" title={whyNoForm(form, query.error)} />
      )}
    </Dialog>
  );
}

function whyNoForm(form: Form | undefined, error: Error | null): string {
  if (error || !form) return error?.message ?? "The form could not be read.";
  if (form.unasked !== null) {
    return `Nobody can ask ${form.unasked} about another input. Reject the call with what to change, and have the agent ask anew.`;
  }
  return form.fields ? "The call has changed since it was shown. Look at it again, then edit it." : NOTHING_TO_FILL_IN;
}

const NOTHING_TO_FILL_IN =
  "The input is not an object that can be read, so there is nothing to fill in. Reject it instead.";
