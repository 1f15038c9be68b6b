"use client";
import { Eye, Lock } from "lucide-react";
import { useState, useTransition } from "react";
import { FindingList } from "#components/findings/finding-list.tsx";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { classes } from "#components/ui/classes.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Section } from "#components/ui/section.tsx";
import { type Span, VisibleText } from "#components/untrusted/visible-text.tsx";
import type { Outcome } from "#lib/errors/outcome.ts";
import { type OutputPair as Pair, pairOutput } from "#lib/invocations/pair-output.ts";
import type { InvocationOutput } from "#lib/invocations/read-invocation.ts";

interface OutputPairProps {
  invocationId: string;
  output: InvocationOutput;
  mayReadRaw: boolean;
  readRaw: (input: { id: string }) => Promise<Outcome<string>>;
}

/** What the tool returned and what the model saw, side by side. Raw text is fetched on request: each reading is on record. */
export function OutputPair({ invocationId, output, mayReadRaw, readRaw }: OutputPairProps) {
  const [raw, setRaw] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const [busy, start] = useTransition();
  const reveal = () =>
    start(async () => {
      const outcome = await callAction(() => readRaw({ id: invocationId }));
      if (outcome.ok) setRaw(outcome.value);
      else setRefusal(outcome.message);
    });
  const pairs = pairOutput(raw, output.cleaned, output.findings);
  const rows = { gridRowEnd: `span ${pairs.length}` };
  return (
    <>
      <div className="overflow-hidden rounded-md border bg-panel">
        <div className="grid md:grid-cols-2">
          <h3 className="flex h-9 items-center gap-2 border-b px-3 text-ink-2 md:border-r">
            <b className="font-semibold text-ink">Raw</b> what the tool returned
            <span className="ml-auto text-sm max-md:hidden">
              {raw === null ? "reviewers only" : "this reading is on record"}
            </span>
          </h3>
          <h3 className="flex h-9 items-center gap-2 border-b px-3 text-ink-2 max-md:order-3">
            <b className="font-semibold text-ink">Cleaned</b> what the model saw
            <span className="ml-auto">
              <CopyButton text={JSON.stringify(output.cleaned, null, 2)} label="Copy the cleaned output" />
            </span>
          </h3>
          {raw === null ? (
            <div className="untrusted min-w-0 md:border-r" style={rows}>
              <RawGate allowed={mayReadRaw} busy={busy} refusal={refusal} onReveal={reveal} />
            </div>
          ) : (
            <Side pairs={pairs} side="raw" />
          )}
          <Side pairs={pairs} side="cleaned" />
        </div>
      </div>
      <Section title="Findings" note={output.findings.length === 0 ? "none" : "by position"}>
        {output.findings.length === 0 ? (
          <p className="text-ink-2">The cleaner found nothing to change.</p>
        ) : (
          <FindingList findings={output.findings} />
        )}
      </Section>
    </>
  );
}

function RawGate({
  allowed,
  busy,
  refusal,
  onReveal,
}: {
  allowed: boolean;
  busy: boolean;
  refusal: string | undefined;
  onReveal: () => void;
}) {
  return (
    <div className="flex h-full min-h-32 flex-col items-center justify-center gap-2 bg-inset p-4 text-center text-ink-2">
      {allowed ? <Eye size={18} aria-hidden /> : <Lock size={18} aria-hidden />}
      {allowed ? (
        <>
          <p>May hold secrets or hostile text. Reading it is put on record with your name.</p>
          <Button size="sm" busy={busy} onClick={onReveal}>
            Read the raw output
          </Button>
        </>
      ) : (
        <p>Only reviewers read raw output. What the model saw is on the other side.</p>
      )}
      {refusal && <p className="text-bad">{refusal}</p>}
    </div>
  );
}

/** One side; on a wide screen its leaves share their rows with the other side's, so that the same leaf stands level. */
function Side({ pairs, side }: { pairs: readonly Pair[]; side: "raw" | "cleaned" }) {
  return (
    <div
      style={{ gridRowEnd: `span ${pairs.length}` }}
      className={classes(
        "untrusted min-w-0 font-mono text-[12.5px] leading-[1.65] md:grid md:grid-rows-subgrid",
        side === "raw" ? "md:border-r" : "max-md:order-4 max-md:border-t",
      )}
    >
      {pairs.map((pair) => (
        <div key={pair.path} className="border-b bg-inset px-3 py-2 last:border-b-0">
          {pair.path !== "" && (
            <p className="mb-0.5 text-xs text-ink-3">
              <VisibleText text={pair.path} />
            </p>
          )}
          {pair[side] === null ? (
            <p className="text-ink-3">not in this side</p>
          ) : (
            <VisibleText text={pair[side]} spans={spansOf(pair, side)} />
          )}
        </div>
      ))}
    </div>
  );
}

function spansOf({ findings }: Pair, side: "raw" | "cleaned"): Span[] {
  return findings.map((finding) => ({
    start: side === "raw" ? finding.start : finding.cleanedStart,
    end: side === "raw" ? finding.end : finding.cleanedEnd,
    title: `${finding.rule}: ${finding.action}`,
    ours:
      side === "cleaned" &&
      (finding.action === "masked" || finding.action === "removed" || finding.action === "marked"),
  }));
}
