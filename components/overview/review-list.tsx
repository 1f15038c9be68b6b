import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { ChangeMark } from "#components/registry/changes/change-mark.tsx";
import { Flag } from "#components/ui/chip.tsx";
import { Ago } from "#components/ui/time.tsx";
import type { ReviewItem } from "#lib/registry/queries/list-reviews.ts";
import { isAlarm } from "#lib/sanitise/finding.ts";

export const REVIEWS_SHOWN = 4;

/** Versions of tools that wait for reviewers. Nothing is shown when there is nothing. */
export function ReviewList({ items, waiting }: { items: readonly ReviewItem[]; waiting: number }) {
  if (items.length === 0) return null;
  return (
    <div className="mt-2 overflow-hidden rounded-md border bg-panel">
      <ul aria-label="Versions in review">
        {items.map((review) => (
          <li key={review.approvalId}>
            <Link
              href={`/registry/${review.tool}?version=${review.number}`}
              prefetch={false}
              className="grid h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b px-4 hover:bg-hover md:grid-cols-[minmax(0,1fr)_auto_auto_84px]"
            >
              <span className="truncate">
                <b className="font-mono text-sm font-semibold">{review.tool}</b> v{review.number} waits for review
                {(review.author ?? review.server) && (
                  <span className="text-ink-2"> · by {review.author ?? review.server}</span>
                )}
              </span>
              <span className="flex items-center gap-2 max-md:hidden">
                {review.worst && isAlarm(review.worst) && <Flag tone="bad">finding</Flag>}
                {review.required > 1 && (
                  <Flag dashed>
                    {review.votes === null ? `takes ${review.required}` : `${review.votes} of ${review.required}`}
                  </Flag>
                )}
              </span>
              <span>
                {review.severity && review.severity !== "none" ? (
                  <ChangeMark severity={review.severity} />
                ) : (
                  <span className="text-ink-2">new tool</span>
                )}
              </span>
              <span className="text-right text-ink-2 max-md:hidden">
                <Ago at={review.askedAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Link
        href="/registry?view=reviews"
        prefetch={false}
        className="flex h-9 items-center gap-1 px-4 font-medium text-accent hover:bg-hover"
      >
        {waiting > items.length ? "All reviews" : "Open the reviews"}
        <ChevronRight size={14} aria-hidden />
      </Link>
    </div>
  );
}
