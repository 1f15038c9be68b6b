import Link from "next/link";
import { Flag } from "#components/ui/chip.tsx";
import { Section } from "#components/ui/section.tsx";
import { Ago } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { Novelty } from "#lib/approvals/compare-calls/find-novelty.ts";
import type { CallContext } from "#lib/approvals/queries/read-context.ts";
import { CallDiffRows } from "./call-diff-rows.tsx";
import { pointerWords } from "./pointer-words.ts";

/** What is new about this call, and how it differs from the last one that was approved. */
export function ComparedCall({ context }: { context: CallContext }) {
  const { last, novelty, comparedWith } = context;
  const calls = comparedWith === 1 ? "1 approved call" : `${comparedWith} approved calls`;
  return (
    <Section title="Compared" note={comparedWith > 0 ? `with ${calls} of this agent` : undefined}>
      {comparedWith === 0 && (
        <p className="mb-2">
          <Flag tone="medium">New</Flag> Nobody has approved a call of this tool by this agent before.
        </p>
      )}
      {novelty.length > 0 && (
        <ul className="mb-2 grid gap-1">
          {novelty.map((item) => (
            <li key={`${item.kind} ${item.pointer}`}>
              <Flag tone={item.kind === "number" ? "high" : "medium"}>New</Flag>{" "}
              <code className="text-xs text-ink-2">
                <VisibleText text={pointerWords(item.pointer)} />
              </code>{" "}
              {WORDS[item.kind]}{" "}
              <span className="font-mono text-xs">
                <VisibleText text={item.text} />
              </span>
              {comparison(item)}
            </li>
          ))}
        </ul>
      )}
      {comparedWith > 0 && novelty.length === 0 && (
        <p className="mb-2 text-ink-2">No host, path, choice or size that was not approved before.</p>
      )}
      {last?.diff && (
        <>
          <p className="mb-1.5 text-ink-2">
            Against{" "}
            <Link href={`/invocations/${last.id}`} prefetch={false} className="text-accent underline">
              the last approved call
            </Link>{" "}
            {last.sameAgent ? "of this agent" : `of another agent, ${last.agent}`}, <Ago at={last.at} />:
          </p>
          <CallDiffRows diff={last.diff} />
        </>
      )}
      {!last && comparedWith === 0 && (
        <p className="text-ink-2">There is no approved call of this tool to compare with.</p>
      )}
    </Section>
  );
}

const WORDS: Record<Novelty["kind"], string> = {
  host: "first time this host:",
  path: "first time this path:",
  value: "first time this value:",
  argument: "was never given before:",
  number: "is",
};

function comparison({ kind, text, p95 }: Novelty): string {
  if (kind !== "number" || p95 === undefined) return "";
  const times = p95 > 0 ? Number(text) / p95 : 0;
  const ratio = times >= 1.1 ? `, ${times >= 10 ? Math.round(times) : times.toFixed(1)} times that` : "";
  return `; nineteen in twenty were at most ${p95.toLocaleString("en-GB")}${ratio}`;
}
