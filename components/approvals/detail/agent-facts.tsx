import Link from "next/link";
import { StageTicks } from "#components/stages/stage-ticks.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Section } from "#components/ui/section.tsx";
import { Ago } from "#components/ui/time.tsx";
import type { ApprovalDetail } from "#lib/approvals/queries/read-approval.ts";

/** Who asks, and how that has gone lately. */
export function AgentFacts({ detail: { agent, record, id } }: { detail: ApprovalDetail }) {
  const { decided, rejected, open, capped } = record;
  const rate = decided > 0 ? `${Math.round((rejected / decided) * 100)} %` : "–";
  return (
    <Section title="Agent">
      <KeyValues
        items={[
          {
            key: "agent",
            value: (
              <>
                <Link href={`/agents/${agent.name}`} className="text-accent underline">
                  {agent.name}
                </Link>
                , {agent.actsAt}
                {agent.actsAt !== agent.accessLevel && ` (declared ${agent.accessLevel}, trusted less)`}, owned by{" "}
                {agent.owner}
              </>
            ),
          },
          {
            key: "rejected",
            value: (
              <>
                <b className="figures font-semibold">{rate}</b>{" "}
                <span className="text-ink-2">
                  {decided === 0 ? "nothing decided" : `${rejected} of ${decided} decided`} in 30 days
                </span>
              </>
            ),
          },
          {
            key: "open",
            value: (
              <Link href={`/approvals?agent=${agent.name}`} className="hover:text-accent hover:underline">
                {open === 0 ? "nothing else waits" : open === 1 ? "1 other call waits" : `${open} other calls wait`}
              </Link>
            ),
          },
          {
            key: "refused by cap",
            value:
              capped > 0 ? (
                <b className="font-semibold text-high">{capped} in the last hour</b>
              ) : (
                "none in the last hour"
              ),
          },
          {
            key: "last calls",
            value:
              record.calls.length === 0 ? (
                <span className="text-ink-2">none before this one</span>
              ) : (
                <ul className="grid gap-1">
                  {record.calls.map((call) => (
                    <li key={call.id} className="flex items-center gap-3">
                      <StageTicks call={call} />
                      <Link
                        href={`/invocations/${call.id}`}
                        prefetch={false}
                        className="min-w-0 truncate font-mono text-xs hover:text-accent hover:underline"
                      >
                        {call.tool}
                      </Link>
                      <span className="ml-auto whitespace-nowrap text-sm text-ink-2">
                        {call.status}
                        <span className="max-md:hidden">
                          {" "}
                          · <Ago at={call.askedAt} />
                        </span>
                      </span>
                    </li>
                  ))}
                </ul>
              ),
          },
          {
            key: "record",
            value: (
              <Link href={`/invocations/${id}`} prefetch={false} className="text-accent underline">
                this call's own page
              </Link>
            ),
          },
        ]}
      />
    </Section>
  );
}
