"use client";
import { useRouter } from "next/navigation";
import { useRef, useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { type Draft, keepDraft } from "#components/policies/editor/draft-store.ts";
import { ProblemList } from "#components/policies/editor/problem-list.tsx";
import { problemsOf } from "#components/policies/editor/problems-of.ts";
import { YamlArea } from "#components/policies/editor/yaml-area.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field, Select } from "#components/ui/field.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Outcome, Refusal } from "#lib/errors/outcome.ts";
import type { WhatIf } from "#lib/trust/what-if.ts";
import { WhatIfReport } from "./what-if-report.tsx";

interface WhatIfDeskProps {
  text: string;
  mayPropose: boolean;
  rehearse: (input: { text: string; days: number }) => Promise<Outcome<WhatIf>>;
  draft: (input: { text: string }) => Promise<Outcome<Draft>>;
}

const SPANS = [30, 90, 180, 365] as const;

/** A trust section to change at will, and what it would have done. Nothing here changes anything. */
export function WhatIfDesk({ text: start, mayPropose, rehearse, draft }: WhatIfDeskProps) {
  const router = useRouter();
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(start);
  const [days, setDays] = useState(90);
  const [found, setFound] = useState<WhatIf>();
  /** What was found is of this text and time, whatever stands there by now. */
  const [asked, setAsked] = useState({ text: start, days: 90 });
  const [refusal, setRefusal] = useState<Refusal>();
  const [busy, begin] = useTransition();
  const problems = refusal ? problemsOf(refusal) : [];
  const run = () =>
    begin(async () => {
      const outcome = await callAction(() => rehearse({ text, days }));
      setAsked({ text, days });
      setRefusal(outcome.ok ? undefined : outcome);
      setFound(outcome.ok ? outcome.value : undefined);
    });
  const propose = () =>
    begin(async () => {
      const outcome = await callAction(() => draft({ text }));
      if (!outcome.ok) return setRefusal(outcome);
      keepDraft(sessionStorage, "in-force", outcome.value);
      toast.success("It is in the policy editor now. Propose it there.");
      router.push("/policies/edit?at=trust");
    });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 xl:grid-cols-[minmax(0,460px)_minmax(0,1fr)]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3">
        <YamlArea
          area={area}
          text={text}
          marked={new Set(problems.map(({ line }) => line))}
          onText={setText}
          onSubmit={run}
          label="A trust section as YAML"
          low
        />
        <div className="flex flex-wrap items-end gap-2">
          <Field label="On the history of" htmlFor="what-if-days">
            <Select id="what-if-days" value={days} onChange={(event) => setDays(Number(event.target.value))}>
              {SPANS.map((span) => (
                <option key={span} value={span}>
                  {span} days
                </option>
              ))}
            </Select>
          </Field>
          <Button tone="primary" busy={busy} onClick={run}>
            What if
          </Button>
          {mayPropose && (
            <Button busy={busy} onClick={propose}>
              Take it to the policy
            </Button>
          )}
        </div>
      </div>
      <div className="min-w-0" aria-live="polite">
        {refusal && problems.length === 0 && <p className="text-bad">{refusal.message}</p>}
        {problems.length > 0 && <ProblemList problems={problems} onGo={() => area.current?.focus()} />}
        {found ? (
          <>
            {(asked.text !== text || asked.days !== days) && (
              <p className="mb-3 rounded-md border bg-panel px-3 py-2 text-medium">
                The text or the time has changed since; this is what was asked before.
              </p>
            )}
            <WhatIfReport found={found} />
          </>
        ) : (
          !refusal && (
            <p className="rounded-md border bg-panel px-3 py-2.5 text-ink-2">
              Change thresholds, counts, days or the strategy, and see who would have moved and when. Recorded evidence
              is lived again a day at a time, each agent from where the strategy starts; nothing is changed by it.
            </p>
          )
        )}
      </div>
    </div>
  );
}
