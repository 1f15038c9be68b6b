import { PlanFacts } from "#components/decision/plan-preview.tsx";
import { TraceList } from "#components/decision/trace-list.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { RiskMark } from "#components/ui/risk-mark.tsx";
import { Section } from "#components/ui/section.tsx";
import { UntrustedBlock } from "#components/untrusted/untrusted-block.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { Verdict } from "#lib/policy/decision-trace.ts";
import type { TriedCall } from "#lib/registry/trial/try-call.ts";

const TONES = { run: "ok", hold: "medium", deny: "bad" } as const;

export function TrialResult({ tried }: { tried: TriedCall }) {
  const { trace } = tried;
  return (
    <section aria-label="What would become of it">
      <Callout
        tone={TONES[trace.verdict.kind]}
        title={<b className="font-semibold">{sentenceOf(trace.verdict, tried.agent)}</b>}
      >
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <RiskMark tier={trace.tier} word /> policy v{trace.policyVersion} <Hash value={tried.definitionHash} />
        </span>
        {tried.effect && (
          <span className="mt-1 block text-ink">
            <VisibleText text={tried.effect} />
          </span>
        )}
      </Callout>
      {tried.problems.length > 0 && (
        <Section title="The input does not fit">
          <UntrustedBlock>
            <ul className="px-3 py-2">
              {tried.problems.map(({ pointer, message }) => (
                <li key={`${pointer} ${message}`}>
                  <VisibleText text={`${pointer || "/"}: ${message}`} />
                </li>
              ))}
            </ul>
          </UntrustedBlock>
        </Section>
      )}
      <Section title="Every check" note={`${trace.lines.length}, in order; the strictest decides`}>
        <TraceList trace={trace} />
      </Section>
      {trace.verdict.kind !== "deny" && (
        <Section title="Would run in" note="policy ∩ access level">
          <PlanFacts plan={tried.plan} />
        </Section>
      )}
    </section>
  );
}

function sentenceOf(verdict: Verdict, agent: string): string {
  if (verdict.kind === "run") return `It would run at once for ${agent}.`;
  if (verdict.kind === "deny") return `It would be refused to ${agent} (${verdict.code}).`;
  return `It would be held for ${verdict.people > 1 ? "two people" : "one person"} before it runs for ${agent}.`;
}
