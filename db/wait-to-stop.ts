import type postgres from "postgres";

/**
 * Runs what stops something with more time than the login's statements have: whoever holds what it waits for is ended by the
 * watchdog within fifteen seconds, and a stop that gave up before that could be kept out for ever by a few who take turns. How
 * long each wait may be is the function's own to say.
 */
export async function waitToStop(
  sql: postgres.Sql,
  act: (sql: postgres.TransactionSql) => Promise<unknown>,
): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`set local statement_timeout = '25s'`;
    await act(transaction);
  });
}
