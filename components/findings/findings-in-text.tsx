import { UntrustedBlock } from "#components/untrusted/untrusted-block.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { Finding } from "#lib/sanitise/finding.ts";
import { FindingList } from "./finding-list.tsx";
import { excerptOf, textAt } from "./text-at.ts";

/** What the scanner noticed in a definition: each text once, with everything that was found in it marked, and why. */
export function FindingsInText({ definition, findings }: { definition: unknown; findings: readonly Finding[] }) {
  const byPath = Map.groupBy(findings, ({ path }) => path ?? "");
  return (
    <div className="grid gap-5">
      {[...byPath].map(([path, found]) => (
        <section key={path} aria-label={path || "The whole definition"}>
          <h3 className="mb-1.5 font-mono text-sm font-semibold [overflow-wrap:anywhere]">
            <VisibleText text={path || "the whole definition"} />
          </h3>
          {path && <MarkedText text={textAt(definition, path) ?? ""} findings={found} />}
          <div className="mt-1.5">
            <FindingList findings={found} withPath={false} />
          </div>
        </section>
      ))}
    </div>
  );
}

function MarkedText({ text, findings }: { text: string; findings: readonly Finding[] }) {
  const placed = findings.filter(({ start, end }) => end > start);
  const { text: shown, from, before, after } = excerptOf(text, placed);
  return (
    <UntrustedBlock>
      <p className="px-3 py-2">
        {before > 0 && <Left count={before} />}
        <VisibleText
          text={shown}
          spans={placed.map(({ start, end, rule, severity }) => ({
            start: start - from,
            end: end - from,
            title: `${severity}: ${rule}`,
          }))}
        />
        {after > 0 && <Left count={after} />}
      </p>
    </UntrustedBlock>
  );
}

function Left({ count }: { count: number }) {
  return <span className="font-sans text-sm text-ink-3"> … {count.toLocaleString("en-GB")} characters … </span>;
}
