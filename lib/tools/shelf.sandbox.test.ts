import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeAgent, makePerson } from "#db/testing/fixtures.ts";
import { postgresPlace } from "#db/testing/postgres-place.ts";
import { ask } from "#lib/gateway/ask.ts";
import { TEST_CERTIFICATE } from "#lib/sandbox/egress/test-certificate.fixture.ts";
import { plainGit } from "./git/repository.fixture.ts";
import { serveRepositories } from "./git-clone/git-server.fixture.ts";
import { openShelfGround, type ShelfGround } from "./shelf-ground.fixture.ts";

/**
 * Every tool of the shelf once allowed and once refused, all the way: asked with a key, decided, approved by people where
 * that is needed, run in the sandbox through the egress proxy with a kept credential, cleaned and recorded. The other sides
 * are real servers on loopback.
 */
const mark = randomBytes(5).toString("hex");
const password = (name: string) => `canary-${name}-${mark}`;
const SECRETS = {
  "database.reader": `shelf_reader_${mark}:${password("reader")}`,
  "database.writer": `shelf_writer_${mark}:${password("writer")}`,
  "database.owner": `shelf_owner_${mark}:${password("owner")}`,
  "git.push_login": Buffer.from(`agent:${password("push")}`).toString("base64"),
  "forge.token": password("forge"),
  "deploy.staging_token": password("staging"),
  "deploy.production_token": password("production"),
  "containers.token": password("containers"),
  "search.key": password("search"),
  "email.login": `post:${password("email")}`,
  "email.ca": TEST_CERTIFICATE,
  "slack.token": password("slack"),
  "webhooks.signing_key": password("webhook"),
  "metrics.token": password("metrics"),
};

const settings = (database: string) => `tools:
  database: { host: "db.test:5432", database: ${database}, tls: false, tools: [query, mutate, migrate, admin] }
  git_push: { host: "api.test:443" }
  pull_requests: { forge: github, host: "api.test:443" }
  deployment:
    staging: { host: "api.test:443", path: /deploy }
    production: { host: "api.test:443", path: /deploy }
  containers: { host: "api.test:443", environment: staging }
  web_post: { hosts: ["web.test:80"] }
  web_search: { provider: searxng, host: "api.test:443" }
  extract_page: { hosts: ["web.test:80"] }
  email: { host: "api.test:587", from: airlock@api.test, recipients: ["*@api.test"], ca: true }
  slack: { host: "api.test:443", channels: ["#deploys"] }
  webhooks: { endpoints: { finance: { host: "web.test:80", path: /hook } } }
  metrics: { host: "api.test:443" }
  listed_commands: {}
`;

let ground: ShelfGround;
const shop = `shop_${mark}`;

beforeAll(async () => {
  ground = await openShelfGround(settings(shop), SECRETS);
  const { admin } = ground.database;
  await admin.unsafe(`create database ${shop}`);
  for (const kind of ["reader", "writer", "owner"]) {
    await admin.unsafe(`create role shelf_${kind}_${mark} login password '${password(kind)}'`);
  }
  await inShop(`alter database ${shop} owner to shelf_owner_${mark}`);
  await inShop(`
    create table orders (id int primary key, state text not null);
    insert into orders select n, 'open' from generate_series(1, 5) n;
    alter table orders owner to shelf_owner_${mark};
    grant select on orders to shelf_reader_${mark};
    grant select, insert, update, delete on orders to shelf_writer_${mark};
    grant create on schema public to shelf_owner_${mark};`);
  ground.world.route(5432, { path: postgresPlace().socket });
});
afterAll(async () => {
  const { admin } = ground.database;
  await admin.unsafe(`drop database if exists ${shop} with (force)`);
  for (const kind of ["reader", "writer", "owner"]) await admin.unsafe(`drop role if exists shelf_${kind}_${mark}`);
  await ground.close();
});

async function inShop(sql: string): Promise<Record<string, unknown>[]> {
  const connection = postgresPlace().open(shop);
  try {
    return [...(await connection.unsafe(sql))];
  } finally {
    await connection.end();
  }
}

/** What a failed call says. */
async function failed(tool: string, input: Record<string, unknown>): Promise<string> {
  const view = await ground.call(tool, input);
  expect([tool, view.status]).toEqual([tool, "failed"]);
  return view.reason ?? "";
}

async function output(tool: string, input: Record<string, unknown>): Promise<unknown> {
  const view = await ground.call(tool, input);
  expect([tool, view.status, view.reason ?? null]).toEqual([tool, "completed", null]);
  return view.output;
}

describe("database", () => {
  test("db_query reads as a role that reads, and nothing else comes of it", async () => {
    expect(
      await output("db_query", { sql: "select id, state from orders where id <= $1 order by id", parameters: [2] }),
    ).toEqual({
      columns: [
        { name: "id", type: "integer" },
        { name: "state", type: "text" },
      ],
      rows: [
        ["1", "open"],
        ["2", "open"],
      ],
      truncated: false,
    });
    expect(await output("db_query", { sql: "select n from generate_series(1, 100000) n", maxRows: 3 })).toMatchObject({
      rows: [["1"], ["2"], ["3"]],
      truncated: true,
    });
    for (const [sql, said] of [
      ["/* a /* nested */ comment */ delete from orders", "begins with 'delete'"],
      ["select 1; delete from orders", "42601"],
      ["with gone as (delete from orders returning *) select * from gone", "read-only"],
      [`select set_config('role', 'shelf_owner_${mark}', true)`, "may not name it"],
      ["select set_config('transaction_read_only', 'off', true)", "may not name it"],
      ["select pg_read_file('/etc/passwd')", "may not name it"],
    ] as const) {
      expect([sql, await failed("db_query", { sql })]).toEqual([sql, expect.stringContaining(said)]);
    }
    expect(await failed("db_query", { sql: "select pg_sleep(30)", timeoutSeconds: 1 })).toContain("57014");
    expect(await inShop("select count(*)::int as n from orders")).toEqual([{ n: 5 }]);
  });

  describe("a statement that reads", () => {
    /** A session of the reader's own login, as another agent's query would have. */
    async function besideReader<T>(work: (pid: number) => Promise<T>): Promise<{ result: T; lives: boolean }> {
      const other = postgresPlace().open(shop, SECRETS["database.reader"]);
      try {
        const [row] = await other<{ pid: number }[]>`select pg_backend_pid() as pid`;
        const result = await work(row?.pid ?? 0);
        const [alive] = await inShop(`select count(*)::int as n from pg_stat_activity where pid = ${row?.pid}`);
        return { result, lives: alive?.n === 1 };
      } finally {
        await other.end({ timeout: 1 }).catch(() => {});
      }
    }

    test("can end nobody's session and take no lock", async () => {
      const tried = await besideReader(async (pid) => [
        await failed("db_query", { sql: `select pg_terminate_backend(${pid})` }),
        await failed("db_query", { sql: "select pg_advisory_lock(1634300524)" }),
      ]);
      expect(tried).toEqual({
        result: [expect.stringContaining("may not name it"), expect.stringContaining("may not name it")],
        lives: true,
      });
    });

    /** The same login without the tool. */
    async function endAsReader(pid: number): Promise<void> {
      const reader = postgresPlace().open(shop, SECRETS["database.reader"]);
      await reader`select pg_terminate_backend(${pid}, 5000)`.finally(() => reader.end({ timeout: 1 }));
    }

    test("control: the server itself lets the login end it, unless the operator took the right away", async () => {
      expect(await besideReader(endAsReader)).toMatchObject({ lives: false });
      await inShop("revoke execute on function pg_terminate_backend(int, bigint) from public");
      await expect(besideReader(endAsReader)).rejects.toThrow("permission denied");
      await inShop("grant execute on function pg_terminate_backend(int, bigint) to public");
    });

    test("may be about such names, as values, and may use what is harmless", async () => {
      const sql = "select proname, random() < 2, clock_timestamp() > now() from pg_proc where proname = $1";
      expect(await output("db_query", { sql, parameters: ["pg_terminate_backend"] })).toMatchObject({
        rows: [["pg_terminate_backend", "t", "t"]],
      });
    });
  });

  test("a login that can do more than its tool is for is not used", async () => {
    await ground.database.admin.unsafe(`grant shelf_owner_${mark} to shelf_reader_${mark}`);
    expect(await failed("db_query", { sql: "select 'too strong'" })).toContain(`member of shelf_owner_${mark}`);
    await ground.database.admin.unsafe(`revoke shelf_owner_${mark} from shelf_reader_${mark}`);
    expect(await output("db_query", { sql: "select 'fine'" })).toMatchObject({ rows: [["fine"]] });
  });

  test("db_mutate changes what a person approved, at most so many rows, or nothing", async () => {
    expect(
      await output("db_mutate", {
        sql: "update orders set state = $1 where id = $2 returning id",
        parameters: ["closed", 2],
        maxRows: 1,
      }),
    ).toMatchObject({ did: "UPDATE 1", changed: 1, rows: [["2"]] });
    expect(await failed("db_mutate", { sql: "delete from orders", maxRows: 2 })).toContain("5 rows would have changed");
    const hidden = "with gone as (delete from orders) update orders set state = state where id = 1";
    expect(await failed("db_mutate", { sql: hidden, maxRows: 1 })).toContain("rows would have changed");
    const long = "update orders set state = state returning repeat(id::text, 400000)";
    expect(await output("db_mutate", { sql: long, maxRows: 5 })).toMatchObject({
      changed: 5,
      rows: [expect.anything(), expect.anything()],
      truncated: true,
    });
    const signals = "update orders set state = pg_terminate_backend(1)::text";
    expect(await failed("db_mutate", { sql: signals, maxRows: 5 })).toContain("may not name it");
    expect(await failed("db_mutate", { sql: "drop table orders", maxRows: 1 })).toContain("begins with 'drop'");
    expect(await failed("db_mutate", { sql: "with a as (select 1) select * from a", maxRows: 1 })).toContain(
      "changed no rows",
    );
    expect(await inShop("select state, count(*)::int as n from orders group by 1 order by 1")).toEqual([
      { state: "closed", n: 1 },
      { state: "open", n: 4 },
    ]);
  });

  test("db_migrate applies all of a migration once, or nothing of it", async () => {
    const first = { id: "one", statements: ["alter table orders add column note text", "create table notes (id int)"] };
    expect(await output("db_migrate", first)).toEqual({
      id: "one",
      applied: true,
      did: ["ALTER TABLE", "CREATE TABLE"],
    });
    expect((await ground.call("db_migrate", first, "migrate-again")).output).toEqual({
      id: "one",
      applied: false,
      did: [],
    });
    expect(await failed("db_migrate", { id: "one", statements: ["drop table notes"] })).toContain(
      "with other statements",
    );
    expect(
      await failed("db_migrate", {
        id: "two",
        statements: ["create table half (id int)", "create table notes (id int)"],
      }),
    ).toContain("42P07");
    expect(await failed("db_migrate", { id: "three", statements: ["create table half (id int)", "commit"] })).toContain(
      "begins with 'commit'",
    );
    for (const [id, sql] of [
      ["own-login", "alter role current_user password 'known'"],
      ["another-role", "grant shelf_owner to somebody"],
      ["behind-a-comment", "create /* */ role x"],
    ] as const) {
      expect(await failed("db_migrate", { id, statements: [sql] })).toContain("leaves roles");
    }
    expect(await inShop("select to_regclass('half') as half")).toEqual([{ half: null }]);
  });

  test("what was migrated cannot be written down by who may write every row", async () => {
    await inShop(`grant pg_write_all_data to shelf_writer_${mark}`);
    const sql = "insert into airlock_migrations (id, sha256) values ('never-ran', '0')";
    expect(await failed("db_mutate", { sql, maxRows: 1 })).toContain("row-level security");
    await inShop(`revoke pg_write_all_data from shelf_writer_${mark}`);
    const own = { id: "own-record", statements: ["delete from airlock_migrations"] };
    expect(await failed("db_migrate", own)).toContain("written down by this tool");
  });

  test("db_admin does what is on its list", async () => {
    expect(await output("db_admin", { action: { kind: "sizes" } })).toMatchObject({
      rows: expect.arrayContaining([expect.arrayContaining(["public", "orders"])]),
    });
    expect(await output("db_admin", { action: { kind: "vacuum", table: "orders" } })).toMatchObject({ did: "VACUUM" });
    expect(
      await ground.refused("db_admin", { action: { kind: "vacuum", table: "orders; drop table orders" } }),
    ).toMatchObject({
      code: "invalid_input",
    });
  });
});

describe("version control", () => {
  test("git_push moves a branch forward with a credential that is not in the sandbox, and not backward", async () => {
    const outside = join(ground.workspace, "..", "..", "remote");
    plainGit("/", "init", "-q", "--bare", "-b", "main", join(outside, "shop.git"));
    plainGit(join(outside, "shop.git"), "config", "http.receivepack", "true");
    const server = await serveRepositories(outside);
    ground.world.route(443, { port: server.port });
    try {
      await output("run_command", { program: "git", args: ["init", "-q", "-b", "main", "shop"] });
      await output("write_file", { path: "shop/a.txt", content: "one\n" });
      await output("git_commit", { repository: "shop", paths: ["."], message: "first" });
      const url = "https://api.test/shop.git";
      expect(await output("git_push", { repository: "shop", url, branch: "main" })).toMatchObject({
        did: "created",
        branch: "main",
      });
      expect(
        (await ground.call("git_push", { repository: "shop", url, branch: "main" }, "push-again")).output,
      ).toMatchObject({ did: "nothing" });
      plainGit(join(outside, "shop.git"), "update-ref", "-d", "refs/heads/main");
      expect(
        await ground.refused("git_push", {
          repository: "shop",
          url: "https://elsewhere.test/shop.git",
          branch: "main",
        }),
      ).toMatchObject({ code: "host_refused" });
      expect(await failed("git_push", { repository: "shop", url, branch: "--mirror" })).toContain("branch");
      const elsewhere = "url.http://api.test:443/attacker/.insteadOf";
      await output("run_command", {
        program: "git",
        args: ["-C", "shop", "config", elsewhere, "https://api.test/shop"],
      });
      const steered = await ground.call("git_push", { repository: "shop", url, branch: "main" }, "steered");
      expect(steered.output, "what the repository says of addresses is not read").toMatchObject({
        url,
        did: "created",
      });
      expect(plainGit(join(outside, "shop.git"), "for-each-ref", "--format=%(refname)")).toBe("refs/heads/main\n");
    } finally {
      await server.close();
      ground.world.unroute(443);
    }
  });

  test("open_pull_request opens one and finds it again", async () => {
    const open: {
      number: number;
      html_url: string;
      head: { ref: string; repo: { full_name: string } };
      base: { ref: string };
    }[] = [];
    ground.world.serve("/repos/acme/shop/pulls", ({ method, headers, body }) => {
      if (headers.authorization !== `Bearer ${SECRETS["forge.token"]}`)
        return { status: 401, body: { message: "who?" } };
      if (method === "GET") return { body: open };
      const { head, base } = JSON.parse(body) as { head: string; base: string };
      open.push({
        number: 7,
        html_url: "https://api.test/acme/shop/pull/7",
        head: { ref: head, repo: { full_name: "acme/shop" } },
        base: { ref: base },
      });
      return { status: 201, body: open[0] };
    });
    const input = { project: "acme/shop", from: "fix", into: "main", title: "Round once" };
    expect(await output("open_pull_request", input)).toMatchObject({ number: 7, existed: false });
    expect((await ground.call("open_pull_request", input, "pull-again")).output).toMatchObject({
      number: 7,
      existed: true,
    });
    expect(await failed("open_pull_request", { ...input, project: "acme/other" })).toContain("404");
    expect(await ground.refused("open_pull_request", { ...input, project: "../../admin" })).toMatchObject({
      code: "invalid_input",
    });
  });
});

describe("deployment", () => {
  test("a pipeline is started once for a key, in the environment that was approved", async () => {
    const started = new Map<string, { id: string; state: string }>();
    ground.world.serve("/deploy", ({ headers, body }) => {
      const { environment, service } = JSON.parse(body) as { environment: string; service: string };
      if (service === "unknown") return { status: 422, body: { message: "no such service" } };
      if (headers.authorization !== `Bearer ${password(environment)}`) return { status: 401, body: {} };
      const key = String(headers["idempotency-key"]);
      if (!started.has(key)) started.set(key, { id: `d-${started.size + 1}`, state: "running" });
      return { status: 202, body: started.get(key) };
    });
    expect(await output("deploy_staging", { service: "shop", revision: "v1" })).toEqual({
      id: "d-1",
      state: "running",
    });
    expect(await output("deploy_production", { service: "shop", revision: "v1" })).toEqual({
      id: "d-2",
      state: "running",
    });
    expect(await failed("deploy_staging", { service: "unknown", revision: "v1" })).toContain("422");
    expect(await ground.refused("deploy_production", { service: "shop", revision: "v1; rm -rf /" })).toMatchObject({
      code: "invalid_input",
    });
    expect(started.size).toBe(2);
  });

  test("containers are seen, and restarted when somebody says so", async () => {
    const id = "a".repeat(64);
    const restarted: string[] = [];
    ground.world.serve("/containers/", ({ method, path }) => {
      if (path.startsWith("/containers/json")) {
        return {
          body: [{ Id: id, Names: ["/shop-web"], Image: "shop:1", State: "running", Status: "Up 2 hours" }],
        };
      }
      if (!/\/(shop-web|a{64})\//.test(path)) return { status: 404, body: { message: "No such container" } };
      if (method === "POST") restarted.push(path);
      return {
        body: {
          Name: "/shop-web",
          Id: id,
          State: { Status: "running", StartedAt: "2026-01-01T00:00:00Z" },
        },
      };
    });
    expect(await output("container_status", { container: "shop-web" })).toMatchObject({
      containers: [{ names: ["shop-web"], state: "running" }],
    });
    expect(await output("container_restart", { container: "shop-web" })).toMatchObject({ state: "running" });
    // By its id: the name could be another container's by then.
    expect(restarted).toEqual([`/containers/${id}/restart?t=10`]);
    expect(await failed("container_restart", { container: "nothing" })).toContain("There is no container");
    expect(await ground.refused("container_status", { container: "../secrets" })).toMatchObject({
      code: "invalid_input",
    });
  });
});

describe("web", () => {
  test("web_post sends what was approved with its key, and nowhere else", async () => {
    ground.world.serve("/comments", ({ body, headers }) => ({
      status: 201,
      body: { got: body, key: headers["idempotency-key"] },
    }));
    const view = await ground.call(
      "web_post",
      { url: "http://web.test/comments", body: { kind: "json", value: { text: "Done." } } },
      "post-1",
    );
    expect(view.output).toMatchObject({ status: 201, body: expect.stringContaining("Done.") });
    expect(ground.world.asked.at(-1)?.headers["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(await ground.refused("web_post", { url: "http://169.254.169.254/latest" })).toMatchObject({
      code: "host_refused",
    });
  });

  test("web_search asks the configured service with its key", async () => {
    ground.world.serve("/search?", ({ headers }) =>
      headers.authorization === `Bearer ${SECRETS["search.key"]}`
        ? {
            body: {
              results: [
                { title: "A page", url: "https://example.com/a", content: "about it" },
                { title: "no address" },
              ],
            },
          }
        : { status: 401, body: {} },
    );
    expect(await output("web_search", { query: "it" })).toEqual({
      results: [{ title: "A page", url: "https://example.com/a", snippet: "about it" }],
    });
    ground.world.serve("/search?q=down", () => ({ status: 503, body: "busy" }));
    expect(await failed("web_search", { query: "down" })).toContain("503");
  });

  test("extract_page gives the text and none of the markup", async () => {
    ground.world.serve("/article", () => ({
      body: "<html><head><title>T &amp; t</title><script>evil()</script></head><body><h1>Head</h1><p>One <b>two</b></p><a href='/next'>more</a></body></html>",
    }));
    expect(await output("extract_page", { url: "http://web.test/article", links: true })).toEqual({
      url: "http://web.test/article",
      title: "T & t",
      text: "Head\n\nOne two\nmore",
      truncated: false,
      links: [{ text: "more", url: "http://web.test/next" }],
    });
    ground.world.serve("/moved", () => ({ status: 302, headers: { location: "http://inside.test/" }, body: "" }));
    expect(await failed("extract_page", { url: "http://web.test/moved" })).toContain("http://inside.test/");
  });
});

describe("communication", () => {
  test("send_email hands a message to the mail server inside TLS, for listed recipients", async () => {
    const subject = "Grüße\u{1f680} an alle";
    expect(
      await output("send_email", { to: ["ops@api.test"], subject, text: "Line one\n.\nBcc: nobody" }),
    ).toMatchObject({
      accepted: "taken as 7",
    });
    const [mail] = ground.world.mails;
    expect(mail).toMatchObject({ login: SECRETS["email.login"], to: ["ops@api.test"] });
    const [head = "", body = ""] = (mail?.text ?? "").split("\n\n");
    expect(Buffer.from(body, "base64").toString("utf8")).toBe("Line one\n.\nBcc: nobody");
    expect(head).not.toMatch(/^Bcc/m);
    expect(await failed("send_email", { to: ["somebody@elsewhere.test"], subject: "x", text: "x" })).toContain(
      "not on the installation's list",
    );
    expect(await failed("send_email", { to: ["nobody@api.test"], subject: "x", text: "x" })).toContain("550");
    expect(
      await ground.refused("send_email", { to: ["a@api.test"], subject: "x\r\nBcc: b@api.test", text: "x" }),
    ).toMatchObject({ code: "invalid_input" });
    expect(ground.world.mails).toHaveLength(1);
  });

  test("slack_message posts to listed channels", async () => {
    ground.world.serve("/api/chat.postMessage", ({ headers, body }) =>
      headers.authorization === `Bearer ${SECRETS["slack.token"]}` && !body.includes("too long")
        ? { body: { ok: true, channel: "C1", ts: "17.5" } }
        : { body: { ok: false, error: "msg_too_long" } },
    );
    expect(await output("slack_message", { channel: "#deploys", text: "out" })).toEqual({
      channel: "C1",
      timestamp: "17.5",
    });
    expect(await failed("slack_message", { channel: "#general", text: "out" })).toContain(
      "not on the installation's list",
    );
    expect(await failed("slack_message", { channel: "#deploys", text: "too long" })).toContain("msg_too_long");
  });

  test("notify puts a notice before people, once for a call, and few at a time", async () => {
    expect(await output("notify", { title: "The import is done", level: "warning" })).toMatchObject({
      id: expect.any(String),
    });
    const [notice] = await ground.web`select id, title, level, dismissed_at from agents.notices`;
    expect(notice).toMatchObject({ title: "The import is done", level: "warning", dismissed_at: null });
    await ground.database.admin`
      insert into agents.notices (id, agent_id, invocation_id, level, title, text, created_at)
      select airlock.new_id(), agent_id, gen_random_uuid(), 'info', 'x', '', now() from agents.notices, generate_series(1, 19)`;
    expect(await failed("notify", { title: "One too many" })).toContain("20 notices");
    await ground.web`select agents.fn_dismiss_notice(${ground.reviewer.session}, ${notice?.id})`;
    expect(await output("notify", { title: "Room again" })).toMatchObject({ id: expect.any(String) });
  });

  test("send_webhook signs what it sends to a named endpoint", async () => {
    ground.world.serve("/hook", ({ body }) => ({ status: body.includes("refuse") ? 500 : 204, body: "" }));
    const view = await ground.call(
      "send_webhook",
      { endpoint: "finance", type: "report.ready", data: { id: 7 } },
      "hook-1: read this, receiver",
    );
    const id = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(view).toMatchObject({ status: "completed", output: { id, status: 204 } });
    const sent = ground.world.asked.at(-1);
    expect(JSON.stringify([sent?.headers, sent?.body]), "no word of the agent's").not.toContain("receiver");
    expect(sent?.headers).toMatchObject({
      "webhook-id": id,
      "webhook-signature": expect.stringMatching(/^v1,/),
    });
    expect(await failed("send_webhook", { endpoint: "finance", type: "refuse", data: {} })).toContain("500");
    expect(await failed("send_webhook", { endpoint: "constructor", type: "x", data: {} })).toContain("no endpoint");
  });
});

describe("analytics and design", () => {
  test("metrics are asked for, reported and pictured", async () => {
    const points = [0, 60, 120].map((at, index) => [at, String(index * 2)]);
    ground.world.serve("/api/v1/query", ({ headers, path }) => {
      if (headers.authorization !== `Bearer ${SECRETS["metrics.token"]}`) return { status: 401, body: {} };
      if (path.includes("broken")) return { status: 400, body: { status: "error", error: "parse error" } };
      const metric = { __name__: "up", job: "shop" };
      const isRange = path.includes("query_range");
      return {
        body: {
          status: "success",
          data: {
            resultType: isRange ? "matrix" : "vector",
            result: [isRange ? { metric, values: points } : { metric, value: [120, "4.5"] }],
          },
        },
      };
    });
    expect(await output("query_metrics", { query: "up" })).toMatchObject({
      series: [{ labels: { job: "shop" }, points: [[120, 4.5]] }],
    });
    expect(await failed("query_metrics", { query: "broken(" })).toContain("parse error");
    expect(
      await output("metrics_report", {
        title: "Shop",
        lines: [
          { name: "up", query: "up" },
          { name: "bad", query: "broken" },
        ],
      }),
    ).toMatchObject({
      report: expect.stringContaining("| up | 4.5 | 1 |"),
      lines: [{ value: 4.5 }, { error: expect.stringContaining("parse error") }],
    });
    const span = { start: 0, end: 120, stepSeconds: 60 };
    expect(
      await output("dashboard_snapshot", {
        path: "shop.png",
        title: "Shop",
        span,
        panels: [{ title: "Up", query: "up" }],
      }),
    ).toMatchObject({
      path: "/workspace/shop.png",
    });
    expect(readFileSync(join(ground.workspace, "shop.png")).subarray(1, 4).toString()).toBe("PNG");
    expect(
      await failed("dashboard_snapshot", {
        path: "x.png",
        title: "x",
        span: { ...span, end: 1_000_000 },
        panels: [{ title: "x", query: "up" }],
      }),
    ).toContain("at most 1000 points");
  });

  test("make_chart and make_mockup draw into the workspace and nowhere else", async () => {
    const chart = {
      kind: "bar",
      title: "<script>",
      labels: ["May", "June"],
      series: [{ name: "orders", values: [12, null] }],
    };
    expect(await output("make_chart", { ...chart, path: "charts/orders.svg" })).toMatchObject({
      path: "/workspace/charts/orders.svg",
    });
    const svg = readFileSync(join(ground.workspace, "charts/orders.svg"), "utf8");
    expect(svg).toContain("&lt;script&gt;");
    expect(svg).not.toContain("<script");
    const parts = [{ kind: "button", x: 10, y: 10, width: 100, height: 30, label: "Go" }];
    expect(await output("make_mockup", { path: "page.png", parts })).toMatchObject({ width: 800, height: 600 });
    expect(await ground.refused("make_chart", { ...chart, path: "/etc/cron.d/x.svg" })).toMatchObject({
      code: "path_refused",
    });
    expect(await failed("make_mockup", { path: "page.exe", parts })).toContain(".svg or .png");
  });
});

describe("memory", () => {
  test("is kept for one agent, found by words, replaced by its key, and removed by a person", async () => {
    const stored = (await output("memory_store", { key: "style", text: "Reports are short.", tags: ["writing"] })) as {
      id: string;
    };
    await output("memory_store", { text: "Ana prefers charts." });
    expect(await output("memory_search", { query: "charts" })).toMatchObject({
      memories: [{ text: "Ana prefers charts." }],
    });
    expect(await output("memory_search", { tags: ["writing"] })).toMatchObject({ memories: [{ key: "style" }] });
    expect(await output("memory_store", { key: "style", text: "Reports are one page." })).toMatchObject({
      replaced: true,
    });
    expect(await output("memory_recall", { key: "style" })).toMatchObject({ text: "Reports are one page." });
    expect(await failed("memory_recall", { id: stored.id })).toContain("no such memory");
    const [kept] = await ground.web`select id from agents.memories where key = 'style' and removed_at is null`;
    await ground.web`select agents.fn_remove_memory(${ground.reviewer.session}, ${kept?.id}, 'Planted.')`;
    expect((await ground.call("memory_recall", { key: "style" }, "after")).status).toBe("failed");
    const [gone] = await ground.web`select text, removed_why from agents.memories where id = ${kept?.id}`;
    expect(gone).toEqual({ text: "", removed_why: "Planted." });
  });

  test("another agent's memories are as unknown as none", async () => {
    const { id } = (await output("memory_store", { text: "of the first agent" })) as { id: string };
    const owner = await makePerson(ground.database.admin, "admin");
    const other = await makeAgent(ground.database.admin, owner.id, "elevated");
    const gateway = ground.database.as("gateway");
    const asked = await ask(gateway, other.key, { tool: "memory_recall", input: { id } });
    expect(asked.ok).toBe(true);
    const end = async () => {
      const [row] =
        await ground.web`select status from agents.tool_invocations where id = ${asked.ok ? asked.value.id : null}`;
      return row?.status;
    };
    await expect.poll(end, { timeout: 10_000 }).toBe("failed");
  });
});

test("run_listed_command runs what fits a form and refuses everything else before it runs", async () => {
  await output("write_file", { path: "words.txt", content: "b\na\n" });
  expect(await output("run_listed_command", { program: "sort", args: ["words.txt"] })).toMatchObject({
    stdout: "a\nb\n",
    exitCode: 0,
  });
  for (const [program, ...args] of [
    ["sort", "--compress-program=sh", "words.txt"],
    ["sh", "-c", "id"],
    ["find", ".", "-name", "x", "-exec", "id"],
    ["cat", "/etc/passwd"],
    ["cat", "../x"],
  ]) {
    expect(await failed("run_listed_command", { program, args })).toContain("fits none of the listed forms");
  }
});

test("no credential of the shelf is in the database, the logs, what people or agents read, or the sandboxes' environment and arguments", async () => {
  const tables = await ground.database.admin<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('agents', 'audit')`;
  const kept = await Promise.all(
    tables.map(async ({ name }) =>
      (await ground.database.admin.unsafe(`select t::text as row from ${name} t`))
        .map(({ row }) => String(row))
        .join("\n"),
    ),
  );
  const everything = [...kept, ...ground.logged]
    .join("\n")
    .replaceAll(/\\\\?\\x([0-9a-f]+)/g, (_, hex: string) => Buffer.from(hex, "hex").toString("latin1"));
  expect(everything, "control: calls are in it").toContain("db_query");
  expect(everything).not.toContain(`canary-`);
  // The control: they reached the other sides.
  const reached = JSON.stringify(ground.world.asked.map(({ headers }) => headers));
  for (const name of ["forge", "staging", "production", "search", "slack", "metrics"])
    expect(reached).toContain(password(name));
  const shown = await output("run_command", { program: "env" });
  expect(JSON.stringify(shown)).not.toContain("canary-");
});
