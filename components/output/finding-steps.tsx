"use client";
import { ChevronDown, ChevronUp } from "lucide-react";
import { SeverityMark } from "#components/findings/severity-mark.tsx";
import { Button } from "#components/ui/button.tsx";
import type { Finding } from "#lib/sanitise/finding.ts";

interface FindingStepsProps {
  findings: readonly Finding[];
  /** The place in the list; null: none is looked at yet. */
  current: number | null;
  onStep: (by: 1 | -1) => void;
}

/** From one finding to the next, with what it is in our words. */
export function FindingSteps({ findings, current, onStep }: FindingStepsProps) {
  const finding = current === null ? undefined : findings[current];
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
      <div className="flex items-center gap-1.5">
        <Button size="icon" aria-label="Previous finding (p)" title="Previous finding (p)" onClick={() => onStep(-1)}>
          <ChevronUp size={15} aria-hidden />
        </Button>
        <Button size="icon" aria-label="Next finding (n)" title="Next finding (n)" onClick={() => onStep(1)}>
          <ChevronDown size={15} aria-hidden />
        </Button>
        <span className="figures whitespace-nowrap text-sm text-ink-2" aria-live="polite">
          {current === null ? "" : `${(current + 1).toLocaleString("en-GB")} of `}
          {findings.length.toLocaleString("en-GB")} {findings.length === 1 ? "finding" : "findings"}
        </span>
      </div>
      {finding && (
        <p className="min-w-0 flex-1 text-sm">
          <SeverityMark severity={finding.severity} /> {finding.reason ?? "Noticed by this rule."}{" "}
          <span className="text-ink-2">
            <code className="text-xs">{finding.rule}</code>
            {finding.action !== "none" && ` · ${finding.action}`}
            {` · raw ${finding.start}–${finding.end}, cleaned ${finding.cleanedStart}–${finding.cleanedEnd}`}
          </span>
        </p>
      )}
    </div>
  );
}
