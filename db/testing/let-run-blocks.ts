import type { TestDatabase } from "./test-database.ts";

/**
 * As on a server whose migration is run by nobody powerful enough to take it from them: the logins may run `do` blocks. A test
 * of what such a block would reach needs it, also for the control.
 */
export async function letRunBlocks({ admin }: TestDatabase): Promise<void> {
  await admin`grant usage on language plpgsql to public`;
}
