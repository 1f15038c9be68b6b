import { Logger, runMigrations } from "graphile-worker";
import type { Sql } from "postgres";

/**
 * Lets graphile-worker lay out its own schema, as the housekeeper that owns it. Its installer says "create schema if not
 * exists", for which PostgreSQL asks the right to create schemas even when it does exist; so the role has that right for
 * this moment and at no other.
 */
export async function applyQueue(admin: Sql, adminUrl: string): Promise<void> {
  const url = new URL(adminUrl);
  url.searchParams.set("options", "-c role=airlock_housekeeper");
  const [row] = await admin<{ database: string }[]>`select quote_ident(current_database()) as database`;
  await admin.unsafe(`grant create on database ${row?.database} to airlock_housekeeper`);
  try {
    await runMigrations({ connectionString: url.href, logger: new Logger(() => () => {}) });
  } finally {
    await admin.unsafe(`revoke create on database ${row?.database} from airlock_housekeeper`);
  }
}
