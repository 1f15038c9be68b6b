"use client";
import { type FormEvent, useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field, Input, Select, TextArea } from "#components/ui/field.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import { TRUST_SCOPES, type TrustScope } from "#lib/trust/levels.ts";
import { scopeWords } from "./score-words.ts";

interface Judged {
  counted: readonly string[];
  /** Beyond what one person's praise counts for. */
  full: boolean;
}

interface JudgeWorkProps {
  agentId: string;
  agent: string;
  /** Tasks of its last calls, to choose from. */
  tasks: readonly string[];
  give: (input: {
    agentId: string;
    taskId: string;
    quality: number;
    difficulty?: number;
    note?: string;
  }) => Promise<Outcome<Judged>>;
}

/** Says how good a task was. What people say stands in place of what the agent says of itself. */
export function JudgeWork({ agentId, agent, tasks, give }: JudgeWorkProps) {
  return (
    <FormDialog
      label="Judge a task"
      title={`How good was ${agent}'s work?`}
      done={({ counted, full }: Judged) =>
        full
          ? "It is on record. At most ten of your yeses count in ninety days, and those are used up."
          : counted.length > 0
            ? "It counts as evidence."
            : "It is on record, but none of the task's calls counts for it."
      }
      send="Judge"
      act={(form) => {
        const difficulty = Number(form.get("difficulty"));
        const note = String(form.get("note") ?? "").trim();
        return give({
          agentId,
          taskId: meant(tasks, String(form.get("task") ?? "")),
          quality: Number(form.get("quality")),
          ...(difficulty > 0 && { difficulty }),
          ...(note !== "" && { note }),
        });
      }}
    >
      <Field label="Task" htmlFor="judge-task" hint="The id its calls were asked with.">
        <Input id="judge-task" name="task" required maxLength={200} list="judge-tasks" autoComplete="off" />
        <datalist id="judge-tasks">
          {tasks.map((task) => (
            <option key={task} value={task} />
          ))}
        </datalist>
      </Field>
      <Field label="Quality, 0 to 10" htmlFor="judge-quality">
        <Input id="judge-quality" name="quality" type="number" min={0} max={10} step={0.1} required defaultValue={8} />
      </Field>
      <Field label="Difficulty" htmlFor="judge-difficulty">
        <Select id="judge-difficulty" name="difficulty" defaultValue="">
          <option value="">as its calls were</option>
          {[1, 2, 3, 4, 5].map((value) => (
            <option key={value}>{value}</option>
          ))}
        </Select>
      </Field>
      <Field label="Note" htmlFor="judge-note">
        <TextArea id="judge-note" name="note" maxLength={2000} />
      </Field>
    </FormDialog>
  );
}

/** A field holds one line, so that a name with line breaks comes out of it as another: the task is meant that would look like it there. */
function meant(tasks: readonly string[], typed: string): string {
  return tasks.find((task) => task.replaceAll(/[\r\n]/g, "") === typed) ?? typed;
}

interface ReportIncidentProps {
  agentId: string;
  agent: string;
  report: (input: {
    agentId: string;
    category: TrustScope;
    severity: "minor" | "critical";
    reason: string;
  }) => Promise<Outcome<unknown>>;
}

export function ReportIncident({ agentId, agent, report }: ReportIncidentProps) {
  return (
    <FormDialog
      label="Report an incident"
      title={`What did ${agent} do?`}
      danger
      done={() => "It is on record, and has taken effect."}
      send="Report"
      act={(form) =>
        report({
          agentId,
          category: String(form.get("category")) as TrustScope,
          severity: form.get("severity") === "critical" ? "critical" : "minor",
          reason: String(form.get("summary") ?? "").trim(),
        })
      }
    >
      <Field
        label="How grave"
        htmlFor="incident-severity"
        hint="Critical: the agent drops to the lowest level everywhere, at once; if its level does not move by itself, it is frozen. A third minor incident costs one level."
      >
        <Select id="incident-severity" name="severity" defaultValue="minor">
          <option>minor</option>
          <option>critical</option>
        </Select>
      </Field>
      <Field label="In" htmlFor="incident-category">
        <Select id="incident-category" name="category" defaultValue="all">
          {TRUST_SCOPES.map((scope) => (
            <option key={scope} value={scope}>
              {scope === "all" ? "everything" : scopeWords(scope)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="What happened" htmlFor="incident-summary" hint="Kept in the audit log.">
        <TextArea id="incident-summary" name="summary" required maxLength={2000} />
      </Field>
    </FormDialog>
  );
}

interface FormDialogProps<Value> {
  label: string;
  title: string;
  send: string;
  done: (value: Value) => string;
  danger?: boolean;
  act: (form: FormData) => Promise<Outcome<Value>>;
  children: React.ReactNode;
}

function FormDialog<Value>({ label, title, send, done, danger = false, act, children }: FormDialogProps<Value>) {
  const [open, setOpen] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [busy, start] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    start(async () => {
      const outcome = await callAction(() => act(form));
      setRefusal(outcome.ok ? undefined : outcome.message);
      if (!outcome.ok) return;
      toast.success(done(outcome.value));
      setOpen(false);
    });
  };
  return (
    <>
      <Button size="sm" tone={danger ? "danger" : "plain"} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title}>
        <form onSubmit={submit} className="grid gap-3 pb-3">
          {children}
          {refusal && <p className="text-bad">{refusal}</p>}
          <span className="flex justify-end gap-2">
            <Button type="button" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button type="submit" tone={danger ? "danger-fill" : "primary"} busy={busy}>
              {send}
            </Button>
          </span>
        </form>
      </Dialog>
    </>
  );
}
