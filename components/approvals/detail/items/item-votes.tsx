import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { ReviewedItem } from "#lib/approvals/items/other-item.ts";

/** Whether the reader may vote, who else may, and, once they have voted, who did. */
export function ItemVotes({ item: { right, voters, votes } }: { item: ReviewedItem }) {
  const others = `${voters.names.join(", ")}${voters.more > 0 ? ` and ${voters.more} more` : ""}`;
  return (
    <>
      <b className="font-medium text-ink">{right.sentence ?? "You may vote."}</b>{" "}
      {others === ""
        ? "Nobody else may approve it."
        : `${right.approve ? "So may" : "Those who may approve it:"} ${others}.`}
      {votes?.map((vote) => (
        <span key={`${vote.by} ${vote.at}`} className="block">
          {vote.by} said {vote.decision === "approve" ? "yes" : "no"}
          {vote.reason && (
            <>
              : <VisibleText text={vote.reason} />
            </>
          )}
        </span>
      ))}
    </>
  );
}
