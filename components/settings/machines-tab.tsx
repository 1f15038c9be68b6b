import { Server } from "lucide-react";
import { Callout } from "#components/ui/callout.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { Ago } from "#components/ui/time.tsx";
import type { WorkerItem } from "#lib/operations/list-workers.ts";
import type { SelfTestReport } from "#lib/sandbox/self-test/report.ts";

/** What each worker's machine can isolate, as its own self-test showed. Without one that passed, calls are refused. */
export function MachinesTab({ workers }: { workers: readonly WorkerItem[] }) {
  if (workers.length === 0) {
    return (
      <EmptyState icon={<Server size={22} />} title="No workers">
        Start one with <code className="text-sm">npm run worker</code>. Until then released calls wait, and expire after
        two minutes.
      </EmptyState>
    );
  }
  return workers.map((worker) => (
    <section key={worker.id} className="mt-5 first:mt-0">
      <header className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-mono text-sm font-semibold">{worker.name}</h2>
        <StateMark state={worker.alive ? "live" : "stopped"} />
        <span className="text-sm text-ink-2">
          {worker.running} running · seen <Ago at={worker.lastSeenAt} /> · started <Ago at={worker.startedAt} />
        </span>
      </header>
      {worker.backends.length === 0 ? (
        <Callout tone="bad" title={<b className="font-semibold">This worker reported no sandbox.</b>}>
          Every call it takes is refused.
        </Callout>
      ) : (
        <div className="grid gap-2">
          {worker.backends.map((report) => (
            <Report key={report.name} report={report} />
          ))}
        </div>
      )}
    </section>
  ));
}

function Report({ report }: { report: SelfTestReport }) {
  const holding = report.checks.filter(({ holds }) => holds).length;
  return (
    <details className="group rounded-md border bg-panel" open={!report.offered}>
      <summary className="flex min-h-10 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
        <span className={report.offered ? "text-ok" : "text-bad"} aria-hidden>
          {report.offered ? "✓" : "✕"}
        </span>
        <b className="font-semibold">{report.name}</b>
        {report.version && <span className="text-ink-2">{report.version}</span>}
        <Chip tone={report.offered ? (report.tier === "full" ? "ok" : "plain") : "bad"}>
          {report.offered ? report.tier : "not offered"}
        </Chip>
        <span className="ml-auto text-sm text-ink-2">
          {holding} of {report.checks.length} checks hold
        </span>
        {report.reason && <span className="w-full text-ink-2">{report.reason}</span>}
      </summary>
      <ul className="border-t">
        {report.checks.map((check) => (
          <li
            key={check.name}
            className="grid grid-cols-[20px_minmax(0,1fr)_minmax(0,1.4fr)] gap-x-2 border-b px-3 py-1.5 last:border-b-0 max-md:grid-cols-[20px_minmax(0,1fr)]"
          >
            <span className={check.holds ? "text-ok" : "text-bad"}>{check.holds ? "✓" : "✕"}</span>
            <span>{check.name}</span>
            <code className="text-xs text-ink-2 [overflow-wrap:anywhere] max-md:col-start-2">{check.saw}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
