import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

/** Tries a promise in a database of its own, on the server that AIRLOCK_TEST_ADMIN_URL names. */
export async function onOwnDatabase<T>(work: (database: TestDatabase) => Promise<T>): Promise<T> {
  const database = await createTestDatabase();
  try {
    return await work(database);
  } finally {
    await database.drop();
  }
}
