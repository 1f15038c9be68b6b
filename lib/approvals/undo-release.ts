import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import { retryBusy } from "#lib/errors/retry-busy.ts";

/** Takes back what people released, while no dispatcher has it. Refused as soon as one has: then it runs. */
export async function undoRelease(
  sql: postgres.Sql,
  token: string,
  id: string,
  reason: string | null,
): Promise<Outcome<{ id: string; status: "cancelled" }>> {
  const [row] = await retryBusy(
    () => sql<{ undone: { id: string; status: "cancelled" } }[]>`
      select agents.fn_undo_release(${token}, ${id}, ${reason}) as undone`,
  );
  if (!row) throw new Error("The database gave no answer to an undo.");
  return done(row.undone);
}
