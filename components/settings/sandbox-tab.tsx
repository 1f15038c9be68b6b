import { Server } from "lucide-react";
import { RefreshOnChange } from "#components/live/refresh-on-change.tsx";
import { KillSwitch, type KillSwitchProps } from "#components/shell/kill-switch.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Section } from "#components/ui/section.tsx";
import { Ago } from "#components/ui/time.tsx";
import type { WorkerItem } from "#lib/operations/list-workers.ts";
import type { Queue } from "#lib/operations/read-queue.ts";
import type { DrainAction } from "./drain-worker.tsx";
import { WorkerCard } from "./worker-card.tsx";

interface SandboxTabProps {
  workers: readonly WorkerItem[];
  queue: Queue;
  killSwitch: KillSwitchProps;
  /** Absent where the reader's role may not. */
  drain: DrainAction | null;
}

/** Where calls run: what waits, who runs it, and what each machine can isolate. Without a proved sandbox calls are refused. */
export function SandboxTab({ workers, queue, killSwitch, drain }: SandboxTabProps) {
  return (
    <>
      <RefreshOnChange />
      <Section title="Queue" note="calls that are released" action={<KillSwitch {...killSwitch} />}>
        <KeyValues
          items={[
            {
              key: "waiting",
              value: (
                <>
                  <b className="figures font-semibold">{queue.waiting.toLocaleString("en-GB")}</b>
                  {queue.oldestWaitingSince && (
                    <span className="text-ink-2">
                      , the oldest since <Ago at={queue.oldestWaitingSince} />
                    </span>
                  )}
                </>
              ),
            },
            ...(queue.delayed > 0
              ? [
                  {
                    key: "not to start yet",
                    value: <span className="figures">{queue.delayed.toLocaleString("en-GB")}</span>,
                  },
                ]
              : []),
            { key: "running", value: <span className="figures">{queue.running.toLocaleString("en-GB")}</span> },
            { key: "slots", value: <Slots workers={workers} /> },
          ]}
        />
      </Section>
      <Section title="Dispatchers">
        {workers.length === 0 ? (
          <EmptyState icon={<Server size={22} />} title="No dispatchers">
            Start one with <code className="text-sm">npm run worker</code>. Until then released calls wait, and expire
            after two minutes.
          </EmptyState>
        ) : (
          workers.map((worker) => <WorkerCard key={worker.id} worker={worker} drain={drain} />)
        )}
      </Section>
    </>
  );
}

function Slots({ workers }: { workers: readonly WorkerItem[] }) {
  const serving = workers.filter(({ alive, drainingSince }) => alive && !drainingSince);
  const slots = serving.reduce((sum, { state }) => sum + (state?.slots ?? 0), 0);
  return (
    <span className="figures">
      {slots.toLocaleString("en-GB")} on {serving.length} {serving.length === 1 ? "dispatcher" : "dispatchers"}
    </span>
  );
}
