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

/** What makes a row more than its sentence, in a word each; the rest of the sentence is in the title. */
export function RowFlags({ item }: { item: InboxItem }) {
  const { kind, decided, flagged, firstSeen, edited, folded, required, votes, voted, escalation, claimedBy } = item;
  return (
    <span className="flex items-center justify-end gap-1 overflow-hidden">
      {decided && (
        <span title={decided.by.length > 0 ? `by ${decided.by.join(", ")}` : "by nobody"}>
          <Flag tone={OUTCOME_TONES[decided.outcome]}>{decided.outcome}</Flag>
        </span>
      )}
      {kind === "unknown" && <Flag tone="bad">unknown</Flag>}
      {kind === "tool_version" && <Flag>version</Flag>}
      {flagged && (
        <span title="The scanner noticed something about its tool or its arguments">
          <Flag tone="bad">finding</Flag>
        </span>
      )}
      {firstSeen !== null && (
        <span title={`This agent has not reached it with this tool before: ${plainText(firstSeen, 200)}`}>
          <Flag tone="high">
            new<span className="max-md:sr-only">&nbsp;{firstSeenKind(firstSeen)}</span>
          </Flag>
        </span>
      )}
      {edited && (
        <span title="A person changed the arguments">
          <Flag tone="medium">edited</Flag>
        </span>
      )}
      {escalation > 0 && decided === null && (
        <span title="Nobody decided it in time, so others were called">
          <Flag tone="high">called {escalation}</Flag>
        </span>
      )}
      {folded > 0 && (
        <span title={`${folded} more open calls ask for exactly the same`}>
          <Flag dashed>×{folded + 1}</Flag>
        </span>
      )}
      {required > 1 && decided === null && (
        <Flag dashed>{votes === null ? `${required} votes` : `${votes} / ${required}`}</Flag>
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
