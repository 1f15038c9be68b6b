import { keepPasswords, type LoginUrls, loginUrls } from "#db/logins.ts";
import { migrate } from "#db/migrate.ts";
import type { Environment } from "#lib/environment/variables.ts";
import { step } from "../terminal/steps.ts";

/** Brings the database to what this tree says, and gives each login's address: the one that was named, or ours. */
export async function prepareDatabase(home: string, adminUrl: string, environment: Environment): Promise<LoginUrls> {
  return await step("migrations", async (say) => {
    const passwords = keepPasswords(home);
    const { tables, functions } = await migrate(adminUrl, passwords, environment.AIRLOCK_DB_HOUSEKEEPER_URL);
    say(tables.length > 0 ? `${tables.length} applied` : functions ? "functions renewed" : "nothing to do");
    const own = loginUrls(adminUrl, passwords);
    return {
      web: environment.AIRLOCK_DB_WEB_URL ?? own.web,
      gateway: environment.AIRLOCK_DB_GATEWAY_URL ?? own.gateway,
      worker: environment.AIRLOCK_DB_WORKER_URL ?? own.worker,
      auditor: environment.AIRLOCK_DB_AUDITOR_URL ?? own.auditor,
      checkpointer: environment.AIRLOCK_DB_CHECKPOINTER_URL ?? own.checkpointer,
      housekeeper: environment.AIRLOCK_DB_HOUSEKEEPER_URL ?? own.housekeeper,
    };
  });
}
