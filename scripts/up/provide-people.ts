import { join } from "node:path";
import { loadDemo } from "#db/demo/load.ts";
import { DEMO_PEOPLE } from "#db/demo/people.ts";
import { writeDemoFiles } from "#db/demo/workspace-files.ts";
import { createSetupToken, markInstallation } from "#db/installation.ts";
import { openConnection } from "#db/open-connection.ts";
import { registerShippedTools } from "#db/register-shipped-tools.ts";
import { tellSender } from "#lib/errors/tell-refusal.ts";
import { readToolSettings } from "#lib/tools/read-settings.ts";
import { shippedTools } from "#lib/tools/register.ts";
import { type Say, step } from "../terminal/steps.ts";
import type { Summary } from "./print-summary.ts";
import type { ProvidedDatabase } from "./provide-database.ts";

type People = Pick<Summary, "signIns" | "agentKeys"> & { readonly setupToken?: string };

interface PeopleOptions {
  readonly demo: boolean;
  /** AIRLOCK_TOOLS. */
  readonly toolsFile: string | undefined;
}

/**
 * The tools that ship, and somebody who can sign in: the demo's people in a demo database, otherwise a one-time link for the
 * first admin. What a database is, is decided once; a production database never gets demo people.
 */
export async function providePeople(
  database: ProvidedDatabase,
  home: string,
  { demo, toolsFile }: PeopleOptions,
): Promise<People> {
  const settings = readToolSettings(home, toolsFile);
  if (!settings.ok) throw new Error(tellSender(settings));
  return await step("workspace", async (say) => {
    const admin = openConnection(database.adminUrl, { max: 2 });
    try {
      const kind = await markInstallation(admin, database.isEmbedded || demo ? "demo" : "production");
      if (demo && kind !== "demo") {
        throw new Error(
          `This database is marked '${kind}': the demo is loaded only into an empty one. Leave out --demo.`,
        );
      }
      await registerShippedTools(admin, await shippedTools(settings.value));
      return kind === "demo" ? await demoPeople(admin, home, say) : await firstAdmin(admin, say);
    } finally {
      await admin.end({ timeout: 5 });
    }
  });
}

async function demoPeople(admin: ReturnType<typeof openConnection>, home: string, say: Say): Promise<People> {
  const credentials = await loadDemo(admin, home);
  await writeDemoFiles(admin, join(home, "workspaces"));
  say(`demo, ${DEMO_PEOPLE.length} people`);
  return {
    signIns: DEMO_PEOPLE.map(({ email, role }) => ({ email, role, password: credentials.people[email] ?? "" })),
    agentKeys: Object.entries(credentials.agents).map(([name, key]) => ({ name, key })),
  };
}

async function firstAdmin(admin: ReturnType<typeof openConnection>, say: Say): Promise<People> {
  const setupToken = await createSetupToken(admin);
  say(setupToken ? "nobody has been set up yet" : "production");
  return { signIns: [], agentKeys: [], ...(setupToken ? { setupToken } : {}) };
}
