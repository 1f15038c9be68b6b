"use client";
import { useId } from "react";
import { useOneAtATime } from "#components/approvals/decision/use-one-at-a-time.ts";
import { useInboxActions } from "#components/approvals/inbox-actions.tsx";
import { useHintedAction } from "#components/live/use-hinted-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field, Input, Select, TextArea } from "#components/ui/field.tsx";
import { toast } from "#components/ui/toast.ts";
import { UntrustedBlock } from "#components/untrusted/untrusted-block.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { ApprovalDetail } from "#lib/approvals/queries/read-approval.ts";
import type { DecidedWithRule } from "#lib/approvals/rules/make-rule.ts";
import { MOST_USES } from "#lib/approvals/rules/rule-limits.ts";
import type { Refusal } from "#lib/errors/outcome.ts";
import { ArgumentScope } from "./argument-scope.tsx";
import { EffectChoice } from "./effect-choice.tsx";
import { RulePreview, useRulePreview } from "./rule-preview.tsx";
import { useRuleForm } from "./use-rule-form.ts";

export interface RuleDialogProps {
  detail: ApprovalDetail;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What became of the call itself; nothing when it was decided before. */
  onMade: (decided: DecidedWithRule | null) => void;
  onRefused: (refusal: Refusal) => void;
}

const LASTS = [
  { hours: 1, words: "1 hour" },
  { hours: 8, words: "8 hours" },
  { hours: 24, words: "1 day" },
  { hours: 168, words: "7 days" },
  { hours: 720, words: "30 days" },
] as const;

/** Decides a call and calls like it. Every argument is named, the rule is tried on the past before it is made, and it ends. */
export function RuleDialog({ detail, open, onOpenChange, onMade, onRefused }: RuleDialogProps) {
  const form = useRuleForm(detail);
  const { decideAndRule, makeRule } = useInboxActions();
  const callAction = useHintedAction();
  const [busy, run] = useOneAtATime();
  const id = useId();
  const pending = detail.status === "pending";
  const { effect, everyAgent, pattern } = form;
  const preview = useRulePreview({ id: detail.id, effect, everyAgent, pattern }, open);
  const maxUses = Number(form.maxUses);
  const counted = effect === "deny" || (Number.isInteger(maxUses) && maxUses >= 1 && maxUses <= MOST_USES);
  const ready = preview.covers && counted && form.reason.trim() !== "";
  const send = async () => {
    const rule = {
      id: detail.id,
      revision: detail.revision,
      digest: detail.digest,
      effect,
      everyAgent,
      pattern,
      maxUses: effect === "deny" ? MOST_USES : maxUses,
      hours: form.hours,
      reason: form.reason.trim(),
    };
    const outcome = await callAction<DecidedWithRule | null>(async () => {
      if (pending) return decideAndRule(rule);
      const made = await makeRule(rule);
      return made.ok ? { ok: true, value: null } : made;
    });
    if (!outcome.ok) {
      onRefused(outcome);
      return;
    }
    // Of a drill no rule is made, and its own notice says so.
    if (outcome.value === null || outcome.value.rule)
      toast.success("The rule is in force.", {
        description: "It is listed under Rules, where anybody who votes can end it.",
      });
    onOpenChange(false);
    onMade(outcome.value);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={pending ? "Decide this call and calls like it" : "Make a rule from this call"}
      description={<VisibleText text={detail.effect} />}
      footer={
        <>
          <Button size="lg" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button
            tone={effect === "approve" ? "primary" : "danger-fill"}
            size="lg"
            disabled={!ready}
            busy={busy}
            onClick={() => void run(send)}
          >
            {effect === "approve"
              ? pending
                ? "Approve and make the rule"
                : "Make the rule"
              : pending
                ? "Reject and refuse from now on"
                : "Refuse from now on"}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <EffectChoice form={form} agent={detail.agent.name} tool={detail.tool.name} version={detail.tool.version} />
        <fieldset className="min-w-0">
          <legend className="mb-1 font-medium">Calls with these arguments, and no others</legend>
          <UntrustedBlock>
            {Object.keys(form.input).length === 0 && <p className="px-3 py-2 text-ink-2">no arguments</p>}
            {Object.entries(form.input).map(([name, value]) => (
              <ArgumentScope
                key={name}
                name={name}
                value={value}
                choice={form.choices[name] ?? { kind: "is", text: "" }}
                onKind={(kind) => form.choose(name, kind)}
                onText={(text) => form.type(name, text)}
              />
            ))}
          </UntrustedBlock>
        </fieldset>
        <RulePreview effect={effect} preview={preview} />
        <div className="grid grid-cols-2 gap-3">
          <Field label="Ends after" htmlFor={`${id}-hours`}>
            <Select
              id={`${id}-hours`}
              value={form.hours}
              onChange={(event) => form.setHours(Number(event.target.value))}
            >
              {LASTS.map(({ hours, words }) => (
                <option key={hours} value={hours}>
                  {words}
                </option>
              ))}
            </Select>
          </Field>
          {effect === "approve" && (
            <Field label="Or after this many calls" htmlFor={`${id}-uses`} error={counted ? undefined : "1 to 10,000."}>
              <Input
                id={`${id}-uses`}
                inputMode="numeric"
                value={form.maxUses}
                aria-invalid={!counted}
                onChange={(event) => form.setMaxUses(event.target.value)}
              />
            </Field>
          )}
        </div>
        <Field
          label="Reason"
          htmlFor={`${id}-reason`}
          hint="Kept with the rule; the agent receives it with each answer."
        >
          <TextArea
            id={`${id}-reason`}
            value={form.reason}
            maxLength={2000}
            required
            className="min-h-14"
            onChange={(event) => form.setReason(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  );
}
