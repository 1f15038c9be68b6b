"use client";
import { type KeyboardEvent, useMemo, useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { useNarrow } from "#components/ui/use-narrow.ts";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { Finding } from "#lib/sanitise/finding.ts";
import { FindingSteps } from "./finding-steps.tsx";
import { OutputRows } from "./output-rows.tsx";
import { RawGate } from "./raw-gate.tsx";
import { RuleFilter } from "./rule-filter.tsx";
import { SideChoice, SideHeads, type Sides } from "./side-choice.tsx";
import { useOutputView } from "./use-output-view.ts";

/** The raw text where it is known from the beginning, or how to get it, or nothing of the kind. */
export type RawSource =
  | { readonly kind: "given"; readonly text: string }
  | { readonly kind: "on-record"; readonly allowed: boolean; readonly read: () => Promise<Outcome<string>> }
  | { readonly kind: "none" };

interface OutputViewerProps {
  cleaned: unknown;
  findings: readonly Finding[];
  source: RawSource;
}

/** What the tool returned and what the model saw, side by side and level. Raw text is fetched on request: each reading is on record. */
export function OutputViewer({ cleaned, findings, source }: OutputViewerProps) {
  const [read, setRead] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const [busy, start] = useTransition();
  const [chosen, setSides] = useState<Sides | null>(null);
  const narrow = useNarrow();
  const raw = source.kind === "given" ? source.text : read;
  const view = useOutputView(raw, cleaned, findings);
  const copied = useMemo(() => (typeof cleaned === "string" ? cleaned : JSON.stringify(cleaned, null, 2)), [cleaned]);
  const sides: Sides = raw === null ? "cleaned" : (chosen ?? (narrow ? "cleaned" : "both"));

  const reveal = () =>
    start(async () => {
      if (source.kind !== "on-record") return;
      const outcome = await callAction(source.read);
      if (outcome.ok) setRead(outcome.value);
      else setRefusal(outcome.message);
    });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "n") view.step(1);
    else if (event.key === "p") view.step(-1);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys repeat what the buttons inside do.
    <div className="overflow-hidden rounded-md border bg-panel" onKeyDown={onKeyDown}>
      {raw === null && source.kind === "on-record" && (
        <RawGate allowed={source.allowed} busy={busy} refusal={refusal} onReveal={reveal} />
      )}
      <div className="grid gap-2 border-b px-3 py-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {raw !== null && <SideChoice sides={sides} onSides={setSides} />}
          {findings.length > 0 && <RuleFilter findings={findings} rule={view.rule} onRule={view.chooseRule} />}
          {findings.length > 0 && (
            <label className="flex items-center gap-1.5 text-sm text-ink-2">
              <input
                type="checkbox"
                checked={view.onlyFound}
                onChange={(event) => view.setOnlyFound(event.target.checked)}
              />
              Only rows with findings
            </label>
          )}
          {findings.length === 0 && <p className="text-sm text-ink-2">The cleaner found nothing to change.</p>}
          <span className="ml-auto flex items-center gap-2 text-sm text-ink-2">
            {read !== null && <span className="max-md:hidden">this reading is on record</span>}
            <CopyButton text={copied} label="Copy the cleaned output" />
          </span>
        </div>
        {findings.length > 0 && <FindingSteps findings={view.wanted} current={view.at} onStep={view.step} />}
      </div>
      <SideHeads sides={sides} />
      <OutputRows
        rows={view.rows}
        pairs={view.pairs}
        sides={sides}
        isShown={(finding) => view.rule === null || finding.rule === view.rule}
        current={view.current}
        target={view.target}
      />
    </div>
  );
}
