import Link from "next/link";
import { FindingsInText } from "#components/findings/findings-in-text.tsx";
import { ChangeMark } from "#components/registry/changes/change-mark.tsx";
import { gatherChanges } from "#components/registry/changes/gather-changes.ts";
import { meaningOf } from "#components/registry/changes/meaning-of.ts";
import { PartDiff } from "#components/registry/changes/part-diff.tsx";
import { Flag } from "#components/ui/chip.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Section } from "#components/ui/section.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { VersionItem } from "#lib/approvals/items/other-item.ts";

/** What a version would change: the verdict, each change, what was found, and the parts beside those in force. */
export function VersionBody({ item }: { item: VersionItem }) {
  return (
    <>
      <KeyValues
        items={[
          {
            key: "tool",
            value: (
              <Link
                href={`/registry/${item.tool}?version=${item.number}`}
                prefetch={false}
                className="font-mono text-sm text-accent underline"
              >
                {item.tool}: the whole review page
              </Link>
            ),
          },
          { key: "definition", value: <Hash value={item.definitionHash} /> },
          { key: "comes from", value: item.from },
          {
            key: "verdict",
            value:
              item.severity === null ? (
                "a new tool: nothing is in force that it could be compared with"
              ) : item.severity === "none" ? (
                "no change"
              ) : (
                <ChangeMark severity={item.severity} />
              ),
          },
        ]}
      />
      {item.changes.length > 0 && (
        <Section title="Changes" note={`${item.changes.length}, against v${item.inForce}`}>
          <ul className="grid gap-1.5">
            {gatherChanges(item.changes).map(({ change, times }) => (
              <li key={`${change.code} ${change.pointer}`} className="rounded-md border bg-panel px-3 py-1.5">
                <ChangeMark severity={change.severity} />{" "}
                <code className="text-xs [overflow-wrap:anywhere]">
                  <VisibleText text={change.pointer} />
                </code>{" "}
                {change.widening && <Flag tone="dual">widens</Flag>}{" "}
                <span className="text-ink-2">
                  {meaningOf(change.code)}
                  {times > 1 && ` ${times} times.`}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {item.findings.length > 0 && (
        <Section title="Findings" note="in this version's definition">
          <FindingsInText definition={item.flagged} findings={item.findings} />
        </Section>
      )}
      <Section title={item.inForce ? "Parts that differ" : "The whole definition"} note="written by somebody else">
        <div className="grid gap-4">
          {item.parts.map((part) => (
            <PartDiff key={part.part} diff={part} before={item.inForce ?? 0} after={item.number} />
          ))}
        </div>
      </Section>
    </>
  );
}
