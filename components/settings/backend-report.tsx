import { Chip } from "#components/ui/chip.tsx";
import type { SelfTestReport } from "#lib/sandbox/self-test/report.ts";

/**
 * What one backend showed of itself on a worker's machine. Most machines offer one: the others are only worth an alarm where
 * none is offered, and then each says why.
 */
export function BackendReport({ report, alarm }: { report: SelfTestReport; alarm: boolean }) {
  const holding = report.checks.filter(({ holds }) => holds).length;
  return (
    <details className="group rounded-md border bg-panel" open={alarm}>
      <summary className="flex min-h-10 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
        <span className={report.offered ? "text-ok" : alarm ? "text-bad" : "text-ink-3"} aria-hidden>
          {report.offered ? "✓" : alarm ? "✕" : "–"}
        </span>
        <b className="font-semibold">{report.name}</b>
        {report.version && <span className="text-ink-2">{report.version}</span>}
        <Chip tone={report.offered ? (report.tier === "full" ? "ok" : "plain") : alarm ? "bad" : "plain"}>
          {report.offered ? report.tier : "not offered"}
        </Chip>
        {report.checks.length > 0 && (
          <span className="ml-auto text-sm text-ink-2">
            {holding} of {report.checks.length} checks hold
          </span>
        )}
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
