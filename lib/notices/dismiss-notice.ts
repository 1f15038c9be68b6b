import type postgres from "postgres";
import { sendHint } from "#db/send-hint.ts";
import { done, type Outcome } from "#lib/errors/outcome.ts";

export async function dismissNotice(sql: postgres.Sql, token: string, noticeId: string): Promise<Outcome<null>> {
  await sql`select agents.fn_dismiss_notice(${token}, ${noticeId})`;
  sendHint(sql, "airlock_events");
  return done(null);
}
