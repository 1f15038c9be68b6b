import Link from "next/link";
import { StateMark } from "#components/ui/state-mark.tsx";
import { Ago, ClockTime } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { Resolution as Given, LostRun } from "#lib/invocations/read-lost-run.ts";

interface ResolutionProps {
  resolution: Given;
  lost: LostRun;
  titleId: string;
}

/** How an unknown outcome ended: by whose word, when and why, and what the agent was told. */
export function Resolution({ resolution, lost, titleId }: ResolutionProps) {
  const tookEffect = resolution.outcome === "completed";
  return (
    <>
      <h2 id={titleId} className="flex flex-wrap items-center gap-x-2 text-md font-semibold">
        <span aria-hidden className="flex">
          <StateMark state={resolution.outcome} word={false} />
        </span>
        {tookEffect ? "It took effect" : "It did not take effect"}
        <span className="text-base font-normal text-ink-2">
          says {resolution.by}, <Ago at={resolution.at} />
        </span>
      </h2>
      <blockquote className="mt-2 max-w-[88ch] border-l-2 border-line-strong pl-3">
        <VisibleText text={resolution.reason} />
      </blockquote>
      <p className="mt-2 max-w-[88ch] text-ink-2">
        The agent was told <b className="font-medium text-ink">{resolution.outcome}</b>, with these words and without an
        output{tookEffect ? "" : "; it may ask again"}. The dispatcher <code className="text-xs">{lost.worker}</code>{" "}
        had taken the call at <ClockTime at={lost.claimedAt} form="zoned" /> (run {lost.fence})
        {lost.noticedAt && (
          <>
            {" "}
            and was found lost at <ClockTime at={lost.noticedAt} form="zoned" />
          </>
        )}
        .{" "}
        <Link href={`/audit/${resolution.lane}-${resolution.seq}`} prefetch={false} className="text-accent underline">
          On record
        </Link>
      </p>
    </>
  );
}
