import Link from "next/link";
import type { InboxCounts } from "#lib/approvals/queries/count-inbox.ts";

/** Who asks for more than people can look at: a sign of an attack, or of an agent that has lost its way. */
export function FloodMeter({ flood }: { flood: InboxCounts["flood"] }) {
  const [worst] = flood;
  if (!worst) return null;
  const all = flood.map(({ agent, refused }) => `${agent}: ${refused.toLocaleString("en-GB")}`).join(", ");
  return (
    <Link
      href={`/agents/${worst.agent}?tab=invocations`}
      prefetch={false}
      title={`Refused in the last hour, because an agent already has as many open cards as it may have. ${all}`}
      className="inline-flex h-7 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full border border-bad/60 bg-bad-soft px-2.5 text-bad max-md:h-9"
    >
      <b className="figures font-semibold">{worst.refused.toLocaleString("en-GB")}</b>{" "}
      {worst.refused === 1 ? "call" : "calls"} of {worst.agent} refused: too many wait
      {flood.length > 1 && (
        <span className="figures">+{flood.length === 2 ? "1 agent" : `${flood.length - 1} agents`}</span>
      )}
    </Link>
  );
}
