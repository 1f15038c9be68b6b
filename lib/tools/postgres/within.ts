import { failure } from "../failures/failure.ts";
import type { Connection } from "./connect.ts";

/** Work in one transaction that is always ended: committed when the work is done, taken back whatever it throws. */
export async function within<T>(
  connection: Connection,
  mode: "read only" | "read write",
  timeoutSeconds: number,
  work: () => Promise<T>,
): Promise<T> {
  await connection.run(`begin isolation level read committed ${mode}`);
  try {
    const milliseconds = String(timeoutSeconds * 1_000);
    await connection.run("select set_config('statement_timeout', $1, true), set_config('lock_timeout', '5000', true)", [
      milliseconds,
    ]);
    const result = await work();
    const { tag } = await connection.run(mode === "read only" ? "rollback" : "commit");
    // Of a transaction that failed unnoticed, or was ended inside, the server does not say COMMIT.
    if (mode === "read write" && tag !== "COMMIT")
      throw failure("not_committed", "The server did not commit the work.");
    return result;
  } catch (error) {
    await connection.run("rollback").catch(() => {});
    throw error;
  }
}
