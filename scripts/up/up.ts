/** From a clone to an installation that answers. Each step is a file of its own; what it starts goes onto the stack that stops it. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { askFirstCalls } from "#db/demo/first-calls.ts";
import { PROJECT_ROOT, resolveHome } from "#lib/environment/home.ts";
import type { Environment } from "#lib/environment/variables.ts";
import { buildApp } from "../build/build-app.ts";
import type { StopStack } from "../processes/stop-stack.ts";
import { toolPath } from "../processes/tool-path.ts";
import { step } from "../terminal/steps.ts";
import { listChildren, type WebCommand } from "./children.ts";
import { choosePorts } from "./choose-ports.ts";
import { claimHome } from "./claim-home.ts";
import { describeIsolation } from "./describe-isolation.ts";
import { keepSecret } from "./kept-secret.ts";
import { prepareDatabase } from "./prepare-database.ts";
import type { Summary } from "./print-summary.ts";
import { provideDatabase } from "./provide-database.ts";
import { provideOutputKey } from "./provide-output-key.ts";
import { providePeople } from "./provide-people.ts";
import { provideSandbox } from "./provide-sandbox.ts";
import { addressesOf, startChildren } from "./start-children.ts";

interface UpOptions {
  readonly environment: Environment;
  readonly demo: boolean;
  readonly mode: "production" | "development";
  readonly stops: StopStack;
}

export async function up({ environment, demo, mode, stops }: UpOptions): Promise<Summary> {
  const home = resolveHome(environment.AIRLOCK_HOME);
  await claimHome(home, stops);
  const warning = await provideSandbox(stops.signal);
  const database = await provideDatabase(home, environment.DATABASE_URL, stops);
  const logins = await prepareDatabase(home, database.adminUrl, environment);
  const { setupToken, ...people } = await providePeople(database, home, { demo, toolsFile: environment.AIRLOCK_TOOLS });
  const web = await provideWeb(home, mode, stops.signal);
  const host = environment.AIRLOCK_HOST;
  const ports = await choosePorts(environment);
  const addresses = addressesOf({ host, ports });
  const publicUrl = environment.NEXTAUTH_URL ?? addresses.dashboard;
  const sessionSecret = environment.NEXTAUTH_SECRET ?? keepSecret(home, "session-secret");
  const gateway = {
    hooks: environment.AIRLOCK_HOOKS,
    checksKey: environment.AIRLOCK_CHECKS_KEY ?? keepSecret(home, "checks-key"),
    url: environment.AIRLOCK_GATEWAY_URL ?? addresses.gateway,
  };
  const checkpointMirror = environment.AIRLOCK_CHECKPOINT_MIRROR;
  const { AIRLOCK_SANDBOXING, AIRLOCK_SECRETS_KEY, AIRLOCK_SECRETS_KEY_COMMAND, AIRLOCK_SECRETS_COMMAND } = environment;
  const dispatcher = {
    AIRLOCK_SANDBOXING,
    AIRLOCK_SECRETS_KEY,
    AIRLOCK_SECRETS_KEY_COMMAND,
    AIRLOCK_SECRETS_COMMAND,
  };
  const sealingKey = environment.AIRLOCK_SECRETS_PUBLIC_KEY;
  const outputs = provideOutputKey(home, environment);
  const notices = {
    key: environment.AIRLOCK_NOTICES_KEY,
    publicKey: environment.AIRLOCK_NOTICES_PUBLIC_KEY,
    plainWebhooks: environment.AIRLOCK_PLAIN_WEBHOOKS,
    smtpUrl: environment.AIRLOCK_SMTP_URL,
    mailFrom: environment.AIRLOCK_MAIL_FROM,
  };
  const installation = {
    ...{ home, host, ports, publicUrl, sessionSecret, logins },
    ...{ checkpointMirror, gateway, dispatcher, sealingKey, outputs, notices },
  };
  await startChildren(installation, listChildren(installation, web), stops);
  if (people.agentKeys.length > 0) await showTheWay(addresses.gateway, people.agentKeys);
  return {
    addresses,
    ...people,
    ...(setupToken ? { setupLink: `${publicUrl}/setup?token=${setupToken}` } : {}),
    isolation: warning ? [] : await describeIsolation(),
    warnings: warning ? [warning] : [],
    logs: join(home, "logs"),
  };
}

/** The demo's own keys make each of its calls once, however often it is started. */
async function showTheWay(gateway: string, agentKeys: Summary["agentKeys"]): Promise<void> {
  await step("first calls", () =>
    askFirstCalls(gateway, Object.fromEntries(agentKeys.map(({ name, key }) => [name, key]))),
  );
}

/** What next.config.ts names for each door's development server. */
function prepareDevelopment(): void {
  const folder = join(PROJECT_ROOT, ".next");
  mkdirSync(folder, { recursive: true });
  for (const door of ["dashboard", "gateway"]) {
    const file = join(folder, `tsconfig.${door}.json`);
    if (!existsSync(file)) writeFileSync(file, JSON.stringify({ extends: "../tsconfig.json" }));
  }
}

async function provideWeb(home: string, mode: UpOptions["mode"], signal: AbortSignal): Promise<WebCommand> {
  if (mode === "development") {
    prepareDevelopment();
    return { args: [toolPath("next"), "dev"], cwd: PROJECT_ROOT, mode };
  }
  return await step("build", async (say) => {
    const { folder, built } = await buildApp(home, signal);
    say(built === "now" ? "" : "nothing has changed");
    return { args: ["server.js"], cwd: folder, mode };
  });
}
