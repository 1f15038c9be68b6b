import Link from "next/link";
import { SeverityMark } from "#components/findings/severity-mark.tsx";
import { Flag } from "#components/ui/chip.tsx";
import { Section } from "#components/ui/section.tsx";
import { Ago } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { CallContext } from "#lib/approvals/queries/read-context.ts";

/** What was noticed in the arguments; each is marked in its place above. */
export function ArgumentConcerns({ context: { findings, hosts } }: { context: CallContext }) {
  if (findings.length + hosts.length === 0) return null;
  return (
    <Section title="Findings" note="in the arguments, marked above">
      <ul className="grid gap-1.5">
        {hosts.map((host) => (
          <Concern key={`${host.argument} ${host.start}`} flag="host" tone="high" argument={host.argument}>
            {host.reason} It dials{" "}
            <code className="text-xs [overflow-wrap:anywhere]">
              <VisibleText text={host.dialled} />
            </code>
            {host.seems && (
              <>
                {" "}
                and reads like{" "}
                <span className="font-mono text-xs">
                  <VisibleText text={host.seems} />
                </span>
              </>
            )}
            .
          </Concern>
        ))}
        {findings.map((finding) => (
          <Concern
            key={`${finding.argument} ${finding.start} ${finding.rule}`}
            flag={finding.rule.split(".")[0] ?? ""}
            tone={finding.severity === "critical" || finding.severity === "high" ? "bad" : "medium"}
            argument={finding.argument}
          >
            {finding.reason}{" "}
            <span className="text-sm text-ink-2">
              rule <code className="text-xs">{finding.rule}</code>, characters {finding.start}–{finding.end}
            </span>{" "}
            <SeverityMark severity={finding.severity} />
          </Concern>
        ))}
      </ul>
    </Section>
  );
}

/** Text that the agent was told by a tool, and is now about to use. */
export function CopiedTexts({ context: { copies, comparedAll } }: { context: CallContext }) {
  if (copies.length === 0 && comparedAll) return null;
  return (
    <Section title="Where it comes from" note="text that a tool gave to this agent in the same session">
      <ul className="grid gap-1.5">
        {copies.map((copy) => (
          <Concern
            key={`${copy.argument} ${copy.source.id} ${copy.text}`}
            flag="copied"
            tone="dual"
            argument={copy.argument}
          >
            <span className="font-mono text-xs">
              <VisibleText
                text={copy.text}
                spans={[{ start: 0, end: copy.text.length, title: "copied", kind: "copied" }]}
              />
            </span>{" "}
            <span className="text-ink-2">
              {copy.length.toLocaleString("en-GB")} characters, also in{" "}
              <Link
                href={`/invocations/${copy.source.id}?tab=output`}
                prefetch={false}
                className="text-accent underline"
              >
                what {copy.source.tool} gave back
              </Link>{" "}
              <Ago at={copy.source.at} />
            </span>
          </Concern>
        ))}
      </ul>
      {!comparedAll && (
        <p className="mt-1.5 text-ink-2">
          Not everything could be compared: too much text was involved. Outputs left out may contain text from these
          arguments.
        </p>
      )}
    </Section>
  );
}

interface ConcernProps {
  flag: string;
  tone: "bad" | "high" | "medium" | "dual";
  argument: string;
  children: React.ReactNode;
}

function Concern({ flag, tone, argument, children }: ConcernProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 rounded-md border bg-panel px-3 py-2">
      <Flag tone={tone}>{flag}</Flag>
      <div className="min-w-0">
        <code className="text-xs text-ink-2">
          <VisibleText text={argument} />
        </code>{" "}
        {children}
      </div>
    </li>
  );
}
