import { afterAll, beforeAll, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#db/embedded/start.ts";
import { type LoginUrls, loginUrls, randomPasswords } from "#db/logins.ts";
import { migrate } from "#db/migrate.ts";
import { openConnection } from "#db/open-connection.ts";
import { contractOf, makeAgent, makePerson, pinTool } from "#db/testing/fixtures.ts";
import { openTestHome, quickFolder, removeTestHome } from "#scripts/test/test-home.ts";

/** A server of one's own, with a small queue of hints: there is one for all databases. */
let home: string;
let server: EmbeddedPostgres;
let urls: LoginUrls;

beforeAll(async () => {
  home = openTestHome(quickFolder());
  const first = await startEmbeddedPostgres({ home, throwaway: true });
  const sql = openConnection(first.adminUrl, { max: 1 });
  await sql`alter system set max_notify_queue_pages = 64`;
  await sql.end();
  await first.stop();
  server = await startEmbeddedPostgres({ home, throwaway: true });
  const passwords = randomPasswords();
  urls = loginUrls(server.adminUrl, passwords);
  await migrate(server.adminUrl, passwords);
}, 60_000);
afterAll(async () => {
  await server.stop();
  await removeTestHome(home);
});

test("a queue of hints that somebody filled keeps nobody from taking away or deciding; told all the same, it did", async () => {
  const admin = openConnection(server.adminUrl, { max: 2 });
  const gateway = openConnection(urls.gateway, { max: 1 });
  const operator = await makePerson(admin, "operator");
  const agent = await makeAgent(admin, (await makePerson(admin, "admin")).id);
  const [one, other] = [await pinTool(admin, contractOf()), await pinTool(admin, contractOf())];
  // A connection each: a plan that was made keeps the function as it was.
  const quarantine = async (name: string) => {
    const [tool] = await admin`select id from agents.tools_registry where name = ${name}`;
    const web = openConnection(urls.web, { max: 1 });
    try {
      await web`select agents.fn_quarantine_tool(${operator.session}, ${tool?.id}, 'It must stop.')`;
    } finally {
      await web.end();
    }
  };

  // Listens, and never comes to take anything.
  const deaf = openConnection(urls.checkpointer, { max: 1 });
  await deaf`set idle_in_transaction_session_timeout = 0`;
  await deaf`listen anything`;
  await deaf`begin`;
  await deaf`select 1`;
  const tell = () => gateway`select pg_notify('anything', repeat('x', 7900) || n) from generate_series(1, 10) n`;
  const fill = async () => {
    for (let n = 0; n < 100; n += 1) await tell();
  };
  await expect(fill()).rejects.toMatchObject({ code: "54000" });

  await quarantine(one.name);
  await gateway`select agents.fn_end_session(${agent.key}, 'x')`;

  const [source] = await admin<{ text: string }[]>`
    select pg_get_functiondef('airlock.hint(text, text)'::regprocedure) as text`;
  await admin.unsafe((source?.text ?? "").replace("pg_notification_queue_usage() < 0.5", "true"));
  await expect(quarantine(other.name), "control: told whatever the queue holds").rejects.toMatchObject({
    code: "54000",
  });
  const states =
    await admin`select state from agents.tools_registry where name in (${one.name}, ${other.name}) order by state`;
  expect(states).toEqual([{ state: "active" }, { state: "quarantined" }]);
  await Promise.all([admin, gateway, deaf].map((sql) => sql.end({ timeout: 1 })));
}, 60_000);
