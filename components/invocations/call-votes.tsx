import { EmptyState } from "#components/ui/empty-state.tsx";
import { Ago } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { InvocationVote } from "#lib/invocations/read-invocation.ts";

/** Who voted how, with the words that they gave: people's, and shown as anybody else's. */
export function CallVotes({ votes, pending }: { votes: readonly InvocationVote[]; pending: boolean }) {
  if (votes.length === 0) {
    return (
      <div className="rounded-md border bg-panel">
        <EmptyState title={pending ? "Waiting for people" : "Nobody voted"}>
          {pending
            ? "Votes are shown once it is decided, so that each is given freely."
            : "It ended before anybody decided."}
        </EmptyState>
      </div>
    );
  }
  return (
    <ul className="overflow-hidden rounded-md border bg-panel">
      {votes.map((vote) => (
        <li
          key={`${vote.revision} ${vote.by}`}
          className="flex flex-wrap gap-x-3 gap-y-1 border-b px-3 py-2 last:border-b-0"
        >
          <span className={vote.decision === "approve" ? "font-medium text-ok" : "font-medium text-bad"}>
            {vote.decision === "approve" ? "✓ approved" : "✕ rejected"}
          </span>
          <b className="font-semibold">{vote.by}</b>
          <span className="text-ink-2">
            <Ago at={vote.at} />
          </span>
          <Words to="to the agent" text={vote.reason} />
          <Words to="among people" text={vote.note} />
        </li>
      ))}
    </ul>
  );
}

function Words({ to, text }: { to: string; text: string | null }) {
  if (!text) return null;
  return (
    <span className="w-full text-ink-2">
      {to}: <VisibleText text={text} />
    </span>
  );
}
