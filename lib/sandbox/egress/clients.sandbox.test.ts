import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { NODE_INSIDE } from "#lib/sandbox/build-plan.ts";
import {
  attackInside,
  bundleOf,
  commandInside,
  type Ground,
  openGround,
  outcomeOf,
} from "#lib/sandbox/hostile.fixture.ts";
import { type LocalWorld, openLocalWorld } from "./local-world.fixture.ts";
import { TEST_CERTIFICATE } from "./test-certificate.fixture.ts";

/** The programs that tools are made of, as they are installed, each of them without a word about our proxy. */
let world: LocalWorld;
let ground: Ground;
let workspace: string;

beforeAll(async () => {
  world = await openLocalWorld();
  ground = await openGround({ egress: world.doors });
  workspace = join(ground.directory, "clients");
  mkdirSync(workspace);
  writeFileSync(join(workspace, "ca.pem"), TEST_CERTIFICATE);
});

afterAll(async () => {
  await ground.close();
  world.close();
});

const HOSTS = ["api.test:80", "api.test:443", "db.test:5432"];

function policy(more: Partial<ToolPolicy> = {}): ToolPolicy {
  return {
    filesystem: { read: ["${workspace}/**"], write: ["${workspace}/**"] },
    network: { mode: "allowlist", hosts: HOSTS },
    exec: "allow",
    ...more,
  };
}

async function run(argv: string[], more: Partial<ToolPolicy> = {}): Promise<string> {
  const result = await commandInside(ground, argv, policy(more), { workspace });
  return `${result.stdout}${result.exitCode === 0 ? "" : `exit ${result.exitCode}`}`;
}

const PYTHON = `
import sys, ssl, urllib.request
context = ssl.create_default_context(cafile="/workspace/ca.pem")
for url in sys.argv[1:]:
    try: print(urllib.request.urlopen(url, context=context, timeout=5).read().decode())
    except Exception as e: print("failed")
`;
const NODE = `const https = await import("node:https"); const seen = [];
  for (const url of input) seen.push(await (url.startsWith("https:")
    ? new Promise((done) => https.get(url, { ca: fs.readFileSync("/workspace/ca.pem") }, (r) => { let t = ""; r.on("data", (d) => t += d).on("end", () => done(t)); }).on("error", () => done("failed")))
    : fetch(url).then((r) => r.ok ? r.text() : "failed", () => "failed")));
  return seen;`;

const REACHED = (path: string): string => `origin saw GET ${path} for api.test`;

describe("reach a listed host through the proxy", () => {
  test("curl, plain, in TLS and by SOCKS", async () => {
    const curl = ["curl", "-s", "-m", "10", "--cacert", "/workspace/ca.pem"];
    expect(await run([...curl, "http://api.test/c"])).toBe(REACHED("/c"));
    expect(await run([...curl, "https://api.test/s"])).toBe(REACHED("/s"));
    expect(await run([...curl, "--socks5-hostname", "127.0.0.1:1080", "https://api.test/k"])).toBe(REACHED("/k"));
    expect(await run([...curl, "--noproxy", "*", "https://api.test/r"])).toBe(REACHED("/r"));
  });

  test.each(["http", "https"])("git clones over %s", async (scheme) => {
    const git = ["git", "-c", "http.sslCAInfo=/workspace/ca.pem", "clone", "-q"];
    const clone = `${git.join(" ")} ${scheme}://api.test/repo.git /tmp/r && cat /tmp/r/README`;
    expect(await run(["sh", "-c", clone])).toBe("from the repository\n");
  });

  test("Python's own library", async () => {
    expect(await run(["/usr/bin/python3", "-c", PYTHON, "http://api.test/p", "https://api.test/t"])).toBe(
      `${REACHED("/p")}\n${REACHED("/t")}\n`,
    );
  });

  test("Node's fetch and https, in a bundle", async () => {
    const input = ["http://api.test/f", "https://api.test/h"];
    expect(outcomeOf(await attackInside(ground, NODE, { policy: policy(), workspace, input }))).toEqual([
      ...[REACHED("/f"), REACHED("/h")],
    ]);
  });

  test("a Postgres driver that knows no proxy, by name", async () => {
    const driver = join(import.meta.dirname, "../../../node_modules/postgres");
    const script = `import postgres from ${JSON.stringify(`${driver}/src/index.js`)};
      const sql = postgres({ host: "db.test", port: 5432, user: "u", database: "d", max: 1, ssl: false, fetch_types: false });
      console.log((await sql.unsafe("select 'reached' as answer").simple())[0].answer); process.exit(0);`;
    const read = { filesystem: { read: ["${workspace}/**", `${driver}/**`], write: [] } };
    const argv = [NODE_INSIDE, "--input-type=module", "-e", script];
    const result = await commandInside(ground, argv, policy(read), { workspace });
    expect(result.stdout).toBe("reached\n");
    expect(result.network).toMatchObject([{ host: "db.test", port: 5432, allowed: true, seen: "nothing" }]);
  });
});

describe("and nothing else", () => {
  const away = (port: number): string[] => [
    ...["http://other.test/", "https://other.test/", "http://api.test:8080/"],
    ...[`http://127.0.0.1:${port}/`, `http://localhost:${port}/`, `http://[::1]:${port}/`],
  ];

  test("the same programs outside do reach our loopback: what keeps them from it inside is the sandbox", async () => {
    const url = `http://127.0.0.1:${world.port}/x`;
    const { stdout } = await promisify(execFile)("curl", ["-s", "-m", "10", "--noproxy", "*", url]);
    expect(stdout).toContain("origin saw");
  });

  test("curl, with the proxy and past it", async () => {
    world.dialled.length = 0;
    for (const proxy of [[], ["--noproxy", "*"], ["--socks5-hostname", "127.0.0.1:1080"]]) {
      const said = await run(["curl", "-s", "-m", "5", "-f", ...proxy, ...away(world.port)]);
      expect(said).toMatch(/^exit \d+$/);
    }
    expect(world.dialled).toEqual([]);
  });

  test("git", async () => {
    for (const url of ["http://other.test/repo.git", `http://127.0.0.1:${world.port}/repo.git`]) {
      expect(await run(["git", "clone", "-q", url, "/tmp/r"])).toBe("exit 128");
    }
    expect(world.dialled).toEqual([]);
  });

  test("Python and Node", async () => {
    const urls = away(world.port);
    expect(await run(["/usr/bin/python3", "-c", PYTHON, ...urls])).toBe("failed\n".repeat(urls.length));
    const direct = await attackInside(ground, NODE, { policy: policy(), workspace, input: urls });
    expect(outcomeOf(direct)).toEqual(urls.map(() => "failed"));
    expect(world.dialled).toEqual([]);
  });
});

describe("a credential that the proxy adds", () => {
  const SECRET = "s3cret-of-the-operator";

  async function call(body: string): Promise<{ readonly answer: unknown; readonly record: string }> {
    const code = bundleOf(body);
    const sha256 = createHash("sha256").update(code).digest("hex");
    const bundlePath = join(ground.directory, `${sha256.slice(0, 16)}.mjs`);
    writeFileSync(bundlePath, code);
    const plan = ground.runtime.plan({
      policy: policy(),
      grant: ACCESS_GRANTS.elevated,
      roots: { workspace },
      command: { kind: "bundle", sha256 },
      requires: {
        secrets: ["token"],
        headers: [{ secret: "token", host: "api.test:443", header: "authorization", prefix: "Bearer " }],
      },
    });
    if (!plan.ok) throw new Error(plan.message);
    const stdin = JSON.stringify({ input: null, context: {} });
    const result = await ground.runtime.run(plan.value, { stdin, bundlePath, secrets: { token: SECRET } });
    return { answer: outcomeOf(result), record: JSON.stringify(result) };
  }

  test("reaches the server in TLS, replaces what the tool sent, and is nowhere inside or in the record", async () => {
    world.asked.length = 0;
    const { answer, record } = await call(`
      const reply = await fetch("http://api.test:443/echo", { headers: { authorization: "mine" } });
      const files = fs.existsSync("/run/secrets") ? fs.readdirSync("/run/secrets") : [];
      return [await reply.text(), files, JSON.stringify(process.env).includes("s3cret")];`);
    expect(world.asked).toEqual([`GET /echo Bearer ${SECRET}`]);
    expect(answer).toEqual([`you sent Bearer ${"*".repeat(SECRET.length)}`, [], false]);
    expect(record).not.toContain(SECRET);
  });

  test("goes to no other port of the same name, and not into the tool's own TLS", async () => {
    world.asked.length = 0;
    await call(`await fetch("http://api.test/echo"); const https = await import("node:https");
      return await new Promise((done) => https.get("https://api.test/echo", { rejectUnauthorized: false }, (r) => r.resume().on("end", () => done(1))).on("error", (e) => done(e.code)));`);
    expect(world.asked).toEqual(["GET /echo -", "GET /echo -"]);
  });
});

describe("a tool that only reads", () => {
  test("may GET and HEAD; what it would write is refused and recorded, and TLS is said to be unseen", async () => {
    const code = bundleOf(`const https = await import("node:https"); const seen = [];
      for (const method of ["GET", "HEAD", "POST", "DELETE"]) seen.push((await fetch("http://api.test/m", { method })).status);
      seen.push(await new Promise((done) => https.request("https://api.test/t", { method: "POST", rejectUnauthorized: false }, (r) => done(r.statusCode)).on("error", (e) => done(e.code)).end("x")));
      return seen;`);
    const sha256 = createHash("sha256").update(code).digest("hex");
    const bundlePath = join(ground.directory, `${sha256.slice(0, 16)}.mjs`);
    writeFileSync(bundlePath, code);
    const plan = ground.runtime.plan({
      policy: policy(),
      grant: ACCESS_GRANTS.elevated,
      roots: { workspace },
      command: { kind: "bundle", sha256 },
      egressClass: "read_only",
    });
    if (!plan.ok) throw new Error(plan.message);
    const result = await ground.runtime.run(plan.value, {
      stdin: JSON.stringify({ input: null, context: {} }),
      bundlePath,
    });
    expect(outcomeOf(result)).toEqual([200, 200, 403, 403, 200]);
    expect(result.network.map(({ method, allowed, reason, seen }) => [method, allowed, reason, seen])).toEqual([
      ["GET", true, undefined, "request"],
      ["HEAD", true, undefined, "request"],
      ["POST", false, "method_not_allowed", "request"],
      ["DELETE", false, "method_not_allowed", "request"],
      ["CONNECT", true, undefined, "server_name"],
    ]);
  });
});
