import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";

/** What people may do with a tool besides deciding on a version of it. Each only takes away, or asks. */
export interface ToolHolding {
  readonly toolId: string;
  readonly reason: string;
}

/** Out of force at once: what waits is denied, what was released is cancelled. Only a review puts it back. */
export async function quarantineTool(
  sql: postgres.Sql,
  token: string,
  { toolId, reason }: ToolHolding,
): Promise<Outcome<null>> {
  await sql`select agents.fn_quarantine_tool(${token}, ${toolId}, ${reason})`;
  return done(null);
}

/** For good. Its name stays taken. */
export async function retireTool(
  sql: postgres.Sql,
  token: string,
  { toolId, reason }: ToolHolding,
): Promise<Outcome<null>> {
  await sql`select agents.fn_retire_tool(${token}, ${toolId}, ${reason})`;
  return done(null);
}

/** Asks reviewers again: the question ran out, what it was about moved, or what is in quarantine shall go on. */
export async function askReview(sql: postgres.Sql, token: string, versionId: string): Promise<Outcome<null>> {
  await sql`select agents.fn_ask_version_review(${token}, ${versionId})`;
  return done(null);
}

/** Whether the reviewed version is served while the tool has drifted. */
export async function setServing(
  sql: postgres.Sql,
  token: string,
  { toolId, serve }: { readonly toolId: string; readonly serve: boolean },
): Promise<Outcome<null>> {
  await sql`select agents.fn_set_serving(${token}, ${toolId}, ${serve})`;
  return done(null);
}
