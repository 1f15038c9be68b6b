import { Users } from "lucide-react";
import { Flag, type Tone } from "#components/ui/chip.tsx";
import { firstSeenKind } from "#lib/approvals/first-seen.ts";
import type { InboxItem, InboxOutcome } from "#lib/approvals/inbox-item.ts";
import { plainText } from "#lib/policy/plain-text.ts";

const OUTCOME_TONES: Readonly<Record<InboxOutcome, Tone>> = {
  approved: "ok",
  rejected: "bad",
  expired: "medium",
  void: "plain",
};

/**
 * What makes a row more than its sentence, in a word each; the rest of the sentence is in the title. Where the list is narrow they are
 * shorter still: a flag must not push whom a payment goes to out of its row.
 */
export function RowFlags({ item }: { item: InboxItem }) {
  const { kind, decided, flagged, firstSeen, edited, folded, required, votes, voted, escalation, claimedBy } = item;
  return (
    <span className="flex items-center justify-end gap-1 overflow-hidden max-md:col-start-3 max-md:row-start-2">
      {decided && (
        <span className="flex" title={decided.by.length > 0 ? `by ${decided.by.join(", ")}` : "by nobody"}>
          <Flag tone={OUTCOME_TONES[decided.outcome]}>{decided.outcome}</Flag>
        </span>
      )}
      {kind === "unknown" && <Flag tone="bad">unknown</Flag>}
      {kind === "tool_version" && <Flag>version</Flag>}
      {flagged && (
        <span className="flex" title="The scanner noticed something about its tool or its arguments">
          <Flag tone="bad">finding</Flag>
        </span>
      )}
      {firstSeen !== null && (
        <span
          className="flex"
          title={`This agent has not reached it with this tool before: ${plainText(firstSeen, 200)}`}
        >
          <Flag tone="high">
            new<span className="@max-[640px]/list:sr-only max-md:sr-only">&nbsp;{firstSeenKind(firstSeen)}</span>
          </Flag>
        </span>
      )}
      {edited && (
        <span className="flex" title="A person changed the arguments">
          <Flag tone="medium">edited</Flag>
        </span>
      )}
      {escalation > 0 && decided === null && (
        <span className="flex" title="Nobody decided it in time, so others were called">
          <Flag tone="high">called {escalation}</Flag>
        </span>
      )}
      {folded > 0 && (
        <span className="flex" title={`${folded} more open calls ask for exactly the same`}>
          <Flag dashed>×{folded + 1}</Flag>
        </span>
      )}
      {required > 1 && decided === null && (
        <span className="flex" title={`It takes ${required} people`}>
          <Flag dashed>
            <Users size={10} className="mr-1" aria-hidden />
            {votes === null ? required : `${votes} / ${required}`}
            <span className="@max-[640px]/list:sr-only max-md:sr-only">&nbsp;votes</span>
          </Flag>
        </span>
      )}
      {voted && decided === null && <Flag>voted</Flag>}
      {claimedBy !== null && decided === null && <Avatar name={claimedBy} />}
    </span>
  );
}

function Avatar({ name }: { name: string }) {
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? "")
    .join("");
  return (
    <span
      role="img"
      title={`${name} takes care of it`}
      aria-label={`${name} takes care of it`}
      className="grid size-[18px] shrink-0 place-items-center rounded-full bg-accent-soft text-[9px] font-semibold text-ink"
    >
      {initials}
    </span>
  );
}
