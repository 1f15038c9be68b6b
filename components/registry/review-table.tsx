import { CircleCheck } from "lucide-react";
import { SeverityMark } from "#components/findings/severity-mark.tsx";
import { Flag } from "#components/ui/chip.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Cell, Head, HeadCell, Row, RowLink, Table } from "#components/ui/table.tsx";
import { Ago, Countdown } from "#components/ui/time.tsx";
import type { ReviewItem } from "#lib/registry/queries/list-reviews.ts";
import { ChangeMark } from "./changes/change-mark.tsx";
import { sourceWord } from "./source-word.ts";

/** What waits for reviewers, the oldest first: how grave, who asked, how many have said yes. */
export function ReviewTable({ reviews }: { reviews: readonly ReviewItem[] }) {
  if (reviews.length === 0) {
    return (
      <div className="rounded-md border bg-panel">
        <EmptyState icon={<CircleCheck size={22} />} title="No version waits for review">
          A version appears here when its author registers it, or when a server sends a definition other than the one
          that was reviewed.
        </EmptyState>
      </div>
    );
  }
  return (
    <Table label="Reviews">
      <Head>
        <HeadCell>Version</HeadCell>
        <HeadCell>Change</HeadCell>
        <HeadCell wide>Class</HeadCell>
        <HeadCell wide>Findings</HeadCell>
        <HeadCell wide>Asked by</HeadCell>
        <HeadCell wide>Asked</HeadCell>
        <HeadCell>Votes</HeadCell>
        <HeadCell wide right>
          Ends in
        </HeadCell>
      </Head>
      <tbody>
        {reviews.map((review) => (
          <Row key={review.approvalId}>
            <Cell>
              <RowLink
                href={`/registry/${review.tool}?version=${review.number}`}
                className="font-mono text-sm [overflow-wrap:anywhere]"
              >
                {review.tool}
              </RowLink>{" "}
              <span className="whitespace-nowrap text-ink-2">
                {review.inForce ? `v${review.inForce} → v${review.number}` : `v${review.number}, the first`}
              </span>
              {review.toolState !== "active" && (
                <span className="ml-2">
                  <Flag tone="bad">{review.toolState}</Flag>
                </span>
              )}
              {review.worst && (
                <span className="block text-sm md:hidden">
                  <Noticed review={review} />
                </span>
              )}
            </Cell>
            <Cell className="whitespace-nowrap">
              <Gravity review={review} />
            </Cell>
            <Cell wide className="text-ink-2">
              {review.safetyClass}
            </Cell>
            <Cell wide className="whitespace-nowrap">
              <Noticed review={review} />
            </Cell>
            <Cell wide className="text-ink-2">
              {review.author ?? review.server ?? sourceWord(review.source)}
              {review.isAuthor && " (you)"}
            </Cell>
            <Cell wide className="text-ink-2">
              <Ago at={review.askedAt} />
            </Cell>
            <Cell className="figures whitespace-nowrap">
              {review.votes === null ? `takes ${review.required}` : `${review.votes} of ${review.required}`}
              {review.voted && <span className="text-ink-2"> · yours</span>}
            </Cell>
            <Cell wide right>
              <Countdown until={review.expiresAt} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function Noticed({ review: { worst, findings } }: { review: ReviewItem }) {
  if (worst === null) return <span className="text-ink-2">none</span>;
  return (
    <>
      <SeverityMark severity={worst} />
      <span className="text-ink-2"> · {findings === 1 ? "1 finding" : `${findings} findings`}</span>
    </>
  );
}

function Gravity({ review }: { review: ReviewItem }) {
  if (review.severity === null || review.severity === "none") {
    return <span className="text-ink-2">{review.inForce ? "no change" : "new tool"}</span>;
  }
  return (
    <>
      <ChangeMark severity={review.severity} />
      <span className="text-ink-2"> · {review.changes === 1 ? "1 change" : `${review.changes} changes`}</span>
    </>
  );
}
