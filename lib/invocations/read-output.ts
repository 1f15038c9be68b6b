import type postgres from "postgres";
import { isUuid } from "#db/is-uuid.ts";
import type { Finding } from "#lib/sanitise/finding.ts";

/** What the model saw of a call, with what was found in it. */
export interface CleanedOutput {
  readonly cleaned: unknown;
  readonly findings: readonly Finding[];
}

/** By itself, because it may be many megabytes: a page about the call does not wait for it. */
export async function readOutput(sql: postgres.Sql, id: string): Promise<CleanedOutput | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await sql<CleanedOutput[]>`
    select o.cleaned, o.findings from agents.invocation_outputs o where o.invocation_id = ${id}`;
  return row && { cleaned: row.cleaned, findings: row.findings };
}
