import Link from "next/link";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Ago, ClockTime } from "#components/ui/time.tsx";
import type { LostRun } from "#lib/invocations/read-lost-run.ts";

/** Which worker, which run, and from when to when it may have acted. */
export function LostRunFacts({ lost }: { lost: LostRun }) {
  return (
    <KeyValues
      bare
      items={[
        {
          key: "dispatcher",
          value: (
            <>
              <Link href="/settings?tab=sandbox" prefetch={false} className="font-mono text-xs hover:underline">
                {lost.worker}
              </Link>
              {lost.workerLastSeenAt && (
                <span className="text-ink-2">
                  , last heard of <Ago at={lost.workerLastSeenAt} />
                </span>
              )}
            </>
          ),
        },
        { key: "run", value: <Run fence={lost.fence} /> },
        { key: "taken", value: <ClockTime at={lost.claimedAt} form="zoned" /> },
        ...(lost.heldUntil ? [{ key: "held until", value: <ClockTime at={lost.heldUntil} form="zoned" /> }] : []),
        ...(lost.noticedAt ? [{ key: "found lost", value: <ClockTime at={lost.noticedAt} form="zoned" /> }] : []),
        ...(lost.lateReport
          ? [
              {
                key: "too late",
                value: (
                  <>
                    At <ClockTime at={lost.lateReport.at} form="zoned" /> the dispatcher reported{" "}
                    <b>{lost.lateReport.reported}</b>. It no longer held the call, so this was not accepted.
                  </>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

function Run({ fence }: { fence: number }) {
  return fence === 1 ? "the first (fence 1)" : `number ${fence} (fence ${fence}); the runs before it were lost too`;
}
