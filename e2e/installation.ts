import { readEnvironment } from "#lib/environment/read-environment.ts";
import { createStopStack } from "#scripts/processes/stop-stack.ts";
import { openTestHome, removeTestHome, sweepDeadTestHomes } from "#scripts/test/test-home.ts";
import { up } from "#scripts/up/up.ts";

/** Away from the ports of an `up` that may run beside the tests. */
const FIRST_PORT = "3400";

/** Playwright's global set-up: a whole installation of its own, as `npm run up` makes it, and how the tests reach it. */
export default async function startInstallation(): Promise<() => Promise<void>> {
  await sweepDeadTestHomes();
  const given = process.env.AIRLOCK_E2E_HOME;
  const home = given ?? openTestHome();
  const environment = readEnvironment({ NODE_ENV: "test", AIRLOCK_HOME: home, PORT: FIRST_PORT });
  if (!environment.ok) throw new Error(environment.message);
  const stops = createStopStack();
  const end = async () => {
    await stops.stopAll();
    if (!given) await removeTestHome(home);
  };
  try {
    const { addresses } = await up({ environment: environment.value, demo: true, mode: "production", stops });
    // demo.json in the home holds the passwords and agent keys of this installation.
    process.env.AIRLOCK_E2E_HOME = home;
    process.env.AIRLOCK_E2E_DASHBOARD = addresses.dashboard;
    process.env.AIRLOCK_E2E_GATEWAY = addresses.gateway;
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}
