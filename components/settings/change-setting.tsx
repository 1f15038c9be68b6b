"use client";
import { useRouter } from "next/navigation";
import { type ChangeEvent, type FormEvent, useId, useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field, Input, Select, TextArea } from "#components/ui/field.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { SettingItem } from "#lib/operations/list-settings.ts";
import { type FieldRefusal, refusalAtField, settingProblem } from "./setting-problem.ts";
import { boundsWords, isSwitch, valueWords } from "./setting-words.ts";

export type SetSettingAction = (input: { name: string; value: number; reason: string }) => Promise<Outcome<unknown>>;

/** One number, one reason. A value that cannot be is said so at its field, before and after it is sent. */
export function ChangeSetting({ setting, set }: { setting: SettingItem; set: SetSettingAction }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" className="relative z-10" aria-label={`Change ${setting.name}`} onClick={() => setOpen(true)}>
        Change
      </Button>
      {open && <ChangeDialog setting={setting} set={set} onClose={() => setOpen(false)} />}
    </>
  );
}

interface ChangeDialogProps {
  setting: SettingItem;
  set: SetSettingAction;
  onClose: () => void;
}

function ChangeDialog({ setting, set, onClose }: ChangeDialogProps) {
  const router = useRouter();
  const [typed, setTyped] = useState(String(setting.value));
  const [reason, setReason] = useState("");
  const [refused, setRefused] = useState<FieldRefusal>();
  const [busy, start] = useTransition();
  const id = useId();
  const say = (value: number) => valueWords(setting, value).join(" ").trim();
  const errorAt = (field: FieldRefusal["field"]) => (refused?.field === field ? refused.sentence : undefined);

  const value = {
    id: `${id}-value`,
    value: typed,
    "aria-invalid": errorAt("value") ? true : undefined,
    "aria-describedby": errorAt("value") ? `${id}-value-error` : undefined,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
      setTyped(event.target.value);
      setRefused(undefined);
    },
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problem = settingProblem(typed, setting);
    if (problem) return setRefused({ field: "value", sentence: problem });
    if (reason.trim() === "") return setRefused({ field: "reason", sentence: "Say why; it stays on record." });
    start(async () => {
      const outcome = await callAction(() => set({ name: setting.name, value: Number(typed), reason: reason.trim() }));
      if (!outcome.ok) return setRefused(refusalAtField(outcome));
      toast.success(`${setting.name} is ${say(Number(typed))} now.`);
      onClose();
      router.refresh();
    });
  };

  return (
    <Dialog open onOpenChange={onClose} title={setting.description} description={`Now ${say(setting.value)}.`}>
      <form onSubmit={submit} noValidate className="grid gap-3 pb-3">
        <Field
          label={isSwitch(setting) ? "New value" : `New value in ${setting.unit}`}
          htmlFor={`${id}-value`}
          hint={isSwitch(setting) ? undefined : `From ${boundsWords(setting)}.`}
          error={errorAt("value")}
        >
          {isSwitch(setting) ? (
            <Select {...value}>
              <option value="1">on</option>
              <option value="0">off</option>
            </Select>
          ) : (
            <Input
              {...value}
              inputMode="numeric"
              autoComplete="off"
              className="figures"
              onFocus={(event) => event.target.select()}
            />
          )}
        </Field>
        <Field label="Reason" htmlFor={`${id}-reason`} hint="Kept in the audit log." error={errorAt("reason")}>
          <TextArea
            id={`${id}-reason`}
            value={reason}
            maxLength={2000}
            aria-invalid={errorAt("reason") ? true : undefined}
            aria-describedby={errorAt("reason") ? `${id}-reason-error` : undefined}
            onChange={(event) => {
              setReason(event.target.value);
              setRefused(undefined);
            }}
          />
        </Field>
        <p role="alert" className="text-sm text-bad empty:hidden">
          {refused?.sentence && refused.field === "form" ? refused.sentence : ""}
        </p>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" busy={busy}>
            Change
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
