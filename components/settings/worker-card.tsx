import { Callout } from "#components/ui/callout.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { type KeyValue, KeyValues } from "#components/ui/key-values.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { Ago } from "#components/ui/time.tsx";
import type { WorkerItem } from "#lib/operations/list-workers.ts";
import { BackendReport } from "./backend-report.tsx";
import { type DrainAction, DrainWorker } from "./drain-worker.tsx";
import { PoolTable } from "./pool-table.tsx";

/** One dispatcher: how it stands, what its machine can isolate, what it keeps ready. */
export function WorkerCard({ worker, drain }: { worker: WorkerItem; drain: DrainAction | null }) {
  const { state, alive, drainingSince, pool } = worker;
  return (
    <section className="mt-5 grid gap-2 first-of-type:mt-0">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-mono text-sm font-semibold [overflow-wrap:anywhere]">{worker.name}</h3>
        <StateMark state={!alive ? "stopped" : drainingSince ? "draining" : "live"} />
        <span className="text-sm text-ink-2">
          {worker.running} of {state?.slots ?? "?"} slots · seen <Ago at={worker.lastSeenAt} /> · started{" "}
          <Ago at={worker.startedAt} />
        </span>
        {drain && alive && (
          <span className="ml-auto">
            <DrainWorker workerId={worker.id} name={worker.name} draining={drainingSince !== null} drain={drain} />
          </span>
        )}
      </header>
      {alive && <Facts worker={worker} />}
      {alive && pool.length > 0 && <PoolTable pool={pool} />}
      {worker.backends.length === 0 ? (
        <Callout tone="bad" title={<b className="font-semibold">This dispatcher reported no sandbox.</b>}>
          Every call it takes is refused.
        </Callout>
      ) : (
        worker.backends.map((report) => (
          <BackendReport key={report.name} report={report} alarm={!worker.backends.some(({ offered }) => offered)} />
        ))
      )}
    </section>
  );
}

function Facts({ worker: { state, drainingSince, drainedBy } }: { worker: WorkerItem }) {
  const items: KeyValue[] = [
    ...(drainingSince
      ? [
          {
            key: "draining",
            value: (
              <>
                by {drainedBy}, <Ago at={drainingSince} />; it finishes what it runs and takes nothing more
              </>
            ),
          },
        ]
      : []),
    ...(state?.credentialKey
      ? [{ key: "key for secrets", value: <Hash value={state.credentialKey} head={16} /> }]
      : []),
    ...(state?.sandboxing ? [{ key: "sandboxing", value: <Sandboxing {...state.sandboxing} /> }] : []),
  ];
  return items.length > 0 && <KeyValues items={items} />;
}

/** The document in force, and what of it this machine cannot act on. */
function Sandboxing({ document, notes }: { document?: unknown; notes: readonly string[] }) {
  return (
    <>
      <details>
        <summary className="cursor-pointer text-ink-2">the document in force</summary>
        <ScrollRegion
          label="The document in force"
          className="mt-1 max-h-80 overflow-auto rounded-md border bg-sunk px-3 py-2"
        >
          <pre className="font-mono text-xs">{JSON.stringify(document, null, 2)}</pre>
        </ScrollRegion>
      </details>
      {notes.length > 0 && (
        <ul className="mt-1 list-disc pl-4 text-ink-2">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
}
