import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import { type LoggedDigests, openOutput } from "#lib/outputs/open-output.ts";
import type { OutputKeys } from "#lib/outputs/output-keys.ts";

/**
 * What the tool really returned, for a reviewer. Two statements, each committed by itself: the database hands nothing over
 * before the reading is on record. What it hands over is sealed; it is compared with the log and opened here.
 */
export async function readRawOutput(
  sql: postgres.Sql,
  token: string,
  id: string,
  keys: OutputKeys,
): Promise<Outcome<string>> {
  const [asked] = await sql<{ reading: string }[]>`select agents.fn_ask_raw_output(${token}, ${id}) as reading`;
  const [kept] = await sql<{ sealed: Uint8Array; sealedTo: string }[]>`
    select sealed, sealed_to as "sealedTo" from agents.fn_read_raw_output(${token}, ${asked?.reading ?? null})`;
  if (!kept) throw new Error("the database handed nothing over");
  const opened = openOutput(keys, id, kept, await readLogged(sql, id));
  return opened.ok ? done(opened.value.toString("utf8")) : opened;
}

async function readLogged(sql: postgres.Sql, id: string): Promise<LoggedDigests> {
  const [entry] = await sql<{ body: string }[]>`
    select e.body from audit.events e
    where e.subject = ${`invocation:${id.toLowerCase()}`} and e.action in ('invocation.completed', 'invocation.failed', 'invocation.cancelled')
    order by e.seq limit 1`;
  return entry ? (JSON.parse(entry.body) as LoggedDigests) : {};
}
