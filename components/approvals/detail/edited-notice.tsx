import { Section } from "#components/ui/section.tsx";
import { Ago } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { EditedCall } from "#lib/approvals/compare-calls/read-edit.ts";
import { CallDiffRows } from "./call-diff-rows.tsx";

/** Who changed what the agent asked for, why, and into what. The arguments above are the ones that would run. */
export function EditedNotice({ edited }: { edited: EditedCall }) {
  return (
    <Section title="Edited by people" note="from what the agent asked to what would run">
      <ul className="mb-2 grid gap-1">
        {edited.edits.map(({ revision, by, at, reason }) => (
          <li key={revision}>
            <b className="font-medium">{by}</b> made revision {revision}
            {at && (
              <>
                {" "}
                <Ago at={at} />
              </>
            )}
            {reason && (
              <>
                : <VisibleText text={reason} />
              </>
            )}
          </li>
        ))}
      </ul>
      {edited.diff ? (
        <CallDiffRows diff={edited.diff} />
      ) : (
        <p className="text-ink-2">The two inputs cannot be laid out beside each other.</p>
      )}
    </Section>
  );
}
