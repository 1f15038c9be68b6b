import Link from "next/link";
import { TraceList } from "#components/decision/trace-list.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Section } from "#components/ui/section.tsx";
import { UntrustedBlock } from "#components/untrusted/untrusted-block.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { InvocationDetail } from "#lib/invocations/read-invocation.ts";
import { CallArguments } from "./call-arguments.tsx";
import { CallVotes } from "./call-votes.tsx";

interface DecisionTabProps {
  call: InvocationDetail;
  /** False where they stand on the page already. */
  withArguments: boolean;
}

/** Why it was released, held or refused; who voted; with which arguments. */
export function DecisionTab({ call, withArguments }: DecisionTabProps) {
  return (
    <>
      <Section
        title="Decision trace"
        note={
          <Link href={`/policies/versions/${call.policyVersion}`} prefetch={false} className="text-accent underline">
            policy v{call.policyVersion}
          </Link>
        }
      >
        <TraceList trace={call.trace} />
      </Section>
      {call.approvalStatus !== "not_required" && (
        <Section title="Votes" note={call.required > 1 ? "two people needed" : "one person needed"}>
          <CallVotes votes={call.votes} pending={call.status === "pending"} />
        </Section>
      )}
      {withArguments && (
        <Section title="Arguments" note="written by the agent">
          <CallArguments input={call.input} />
        </Section>
      )}
      {call.justification && (
        <Section title="What the agent says" note="claimed, not verified">
          <UntrustedBlock>
            <p className="px-3 py-2">
              <VisibleText text={call.justification} />
            </p>
          </UntrustedBlock>
        </Section>
      )}
      <Section title="Identity">
        <KeyValues
          items={[
            { key: "id", value: <Hash value={call.id} head={36} tail={0} /> },
            { key: "binding", value: <Hash value={call.digest} head={16} tail={6} /> },
            { key: "revision", value: call.revision },
            { key: "idempotency key", value: <Own text={call.idempotencyKey} /> },
            { key: "session", value: <Own text={call.sessionId} /> },
            { key: "task", value: <Own text={call.taskId} /> },
            { key: "request", value: <Own text={call.requestId} /> },
          ]}
        />
      </Section>
    </>
  );
}

/** Ids that the agent chose are its own words. */
function Own({ text }: { text: string | null }) {
  if (text === null) return <span className="text-ink-3">none</span>;
  return (
    <span className="font-mono text-xs">
      <VisibleText text={text} />
    </span>
  );
}
