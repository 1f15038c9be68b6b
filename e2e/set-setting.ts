import { startEmbeddedPostgres } from "#db/embedded/start.ts";
import { keepPasswords, loginUrls } from "#db/logins.ts";
import { openConnection } from "#db/open-connection.ts";
import { setSetting } from "#lib/operations/set-setting.ts";
import { openProver } from "#lib/sessions/open-prover.ts";
import { signIn } from "#lib/sessions/sign-in.ts";
import { demo, home } from "./demo.ts";

const ADMIN = "ada@airlock.example";

/** As the demo's admin does on the page, with their password, as the dashboard's login, within the setting's bounds. */
export async function setByAdmin(name: string, value: number): Promise<void> {
  const server = await startEmbeddedPostgres({ home: home() });
  const web = openConnection(loginUrls(server.adminUrl, keepPasswords(home())).web, { max: 1 });
  try {
    const session = await signIn(web, openProver(), {
      email: ADMIN,
      password: demo().people[ADMIN] ?? "",
      client: "browser tests",
    });
    if (!session.ok) throw new Error(session.message);
    await setSetting(web, session.value.token, name, value, "For the browser tests.");
  } finally {
    await web.end();
    await server.stop();
  }
}
