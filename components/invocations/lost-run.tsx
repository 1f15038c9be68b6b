import { StateMark } from "#components/ui/state-mark.tsx";
import type { InvocationDetail } from "#lib/invocations/read-invocation.ts";
import type { LostRun as Lost } from "#lib/invocations/read-lost-run.ts";
import { CallArguments } from "./call-arguments.tsx";
import { LostRunFacts } from "./lost-run-facts.tsx";
import { OUTCOME_ID } from "./outcome-id.ts";
import { Resolution } from "./resolution.tsx";
import { ResolveUnknown, type ResolveUnknownAction } from "./resolve-unknown.tsx";
import { WhereToLook } from "./where-to-look.tsx";

interface LostRunProps {
  call: InvocationDetail;
  lost: Lost;
  /** Why this person cannot resolve it. */
  obstacle: string | null;
  resolve: ResolveUnknownAction;
}

/** A call whose worker was lost: what is known, where to look, and the two answers; afterwards who gave which. */
export function LostRun({ call, lost, obstacle, resolve }: LostRunProps) {
  const { resolution } = lost;
  return (
    <section
      id={OUTCOME_ID}
      tabIndex={-1}
      aria-labelledby={`${OUTCOME_ID}-title`}
      className={`rounded-md border border-l-[3px] bg-panel px-4 py-3 outline-offset-2 max-md:px-3 ${edge(lost)}`}
    >
      {resolution ? (
        <Resolution resolution={resolution} lost={lost} titleId={`${OUTCOME_ID}-title`} />
      ) : (
        <Unresolved call={call} lost={lost} />
      )}
      <ResolveUnknown
        seen={{ id: call.id, fence: lost.fence }}
        effect={call.effect}
        obstacle={obstacle}
        resolution={resolution}
        resolve={resolve}
      />
    </section>
  );
}

function Unresolved({ call, lost }: { call: InvocationDetail; lost: Lost }) {
  return (
    <>
      <h2 id={`${OUTCOME_ID}-title`} className="flex items-center gap-2 text-md font-semibold">
        <span aria-hidden className="flex">
          <StateMark state="unknown" word={false} />
        </span>{" "}
        Nobody knows whether this took effect
      </h2>
      <p className="mt-1 max-w-[88ch] text-ink-2">
        Its dispatcher was lost while the call ran. {whyNotAgain(lost)} The agent was told that nobody knows, and learns
        from you what happened.
      </p>
      <div className="mt-3 grid gap-x-8 gap-y-4 lg:grid-cols-2">
        <Part title="What happened">
          <LostRunFacts lost={lost} />
        </Part>
        <Part title="Where to look">
          <WhereToLook lost={lost} />
        </Part>
      </div>
      <div className="mt-4">
        <Part title="Its arguments, written by the agent">
          <CallArguments input={call.input} />
        </Part>
      </div>
    </>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-1.5 text-xs font-semibold uppercase tracking-[0.05em] text-ink-2">{title}</h3>
      {children}
    </div>
  );
}

function whyNotAgain({ idempotent }: Lost): string {
  return idempotent
    ? "It was not run again: its tool or agent may no longer run, or too many dispatchers were lost with it."
    : "It was not run again, because a second run could have a second effect.";
}

function edge({ resolution }: Lost): string {
  if (!resolution) return "border-l-dual";
  return resolution.outcome === "completed" ? "border-l-ok" : "border-l-bad";
}
