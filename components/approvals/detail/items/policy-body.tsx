import Link from "next/link";
import { ChangeList } from "#components/policies/changes/change-list.tsx";
import { counted } from "#components/policies/policy-words.ts";
import { Callout } from "#components/ui/callout.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Section } from "#components/ui/section.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { PolicyItem } from "#lib/approvals/items/other-item.ts";

const LINK = "text-accent underline";

/** Who wants which policy and why, what it would change, and the way to see what it would have decided. */
export function PolicyBody({ item }: { item: PolicyItem }) {
  const widening = item.changes.filter((change) => change.widening).length;
  const page = `/policies/versions/${item.version}`;
  return (
    <>
      <KeyValues
        items={[
          {
            key: "version",
            value: (
              <>
                <Link href={page} prefetch={false} className={LINK}>
                  v{item.version}, the whole document
                </Link>
                {item.base !== null && `, written from v${item.base}`}
              </>
            ),
          },
          { key: "author", value: item.author },
          { key: "reason", value: <VisibleText text={item.reason} /> },
          {
            key: "rehearsal",
            value: (
              <Link href={`/policies/rehearsal?version=${item.version}`} prefetch={false} className={LINK}>
                How it would have decided the last calls
              </Link>
            ),
          },
        ]}
      />
      {item.widens && (
        <div className="mt-4">
          <Callout tone="dual" title={<b className="font-semibold">It allows more than what is in force.</b>}>
            {widening > 0
              ? `${counted(widening, "change")} ${widening === 1 ? "does" : "do"}, shown first. Two reviewers who did not write it put it in force.`
              : "Two reviewers who did not write it put it in force."}
          </Callout>
        </div>
      )}
      <Section title="Changes" note={`${counted(item.changes.length, "change")} against v${item.against}`}>
        <ChangeList changes={item.changes} empty="Nothing differs from what is in force." />
      </Section>
    </>
  );
}
