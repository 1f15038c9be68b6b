import type postgres from "postgres";
import { z } from "zod";
import { WORKER_SILENCE_SECONDS } from "#lib/operations/read-shell-status.ts";
import type { Backend } from "#lib/policy/vocabulary.ts";
import { selfTestReportSchema } from "#lib/sandbox/self-test/report.ts";

/** Who could run a call now, by what the workers say of themselves. */
export interface Runners {
  readonly workers: number;
  /** Sandboxes that proved themselves on at least one of their machines. */
  readonly backends: readonly Backend[];
  /** Of the workers, how many follow a sandboxing document, which may ask for more than the tool's policy does. */
  readonly withDocument: number;
}

export async function readRunners(sql: postgres.Sql): Promise<Runners> {
  const rows = await sql<{ backends: unknown; documented: boolean }[]>`
    select w.backends, w.state #> '{sandboxing,document}' is not null as documented from agents.workers w
    where w.stopped_at is null and w.draining_since is null and w.last_seen_at > now() - make_interval(secs => ${WORKER_SILENCE_SECONDS})
    limit 200`;
  const reports = z.array(selfTestReportSchema);
  const offered = rows.flatMap(({ backends }) =>
    (reports.safeParse(backends).data ?? []).filter((report) => report.offered).map(({ name }) => name),
  );
  return {
    workers: rows.length,
    backends: [...new Set(offered)].sort(),
    withDocument: rows.filter(({ documented }) => documented).length,
  };
}
