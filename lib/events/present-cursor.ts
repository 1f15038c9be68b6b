import type { Sql } from "postgres";
import { writeCursor } from "./event-cursor.ts";

/** The place after everything that can be read now: whoever begins here hears of all that is still to be decided, late commits too. */
export async function presentCursor(sql: Sql): Promise<string> {
  const [row] = await sql<{ txid: string }[]>`
    select (pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1)::text as txid`;
  return writeCursor({ txid: row?.txid ?? "0", id: 2n ** 63n - 1n });
}
