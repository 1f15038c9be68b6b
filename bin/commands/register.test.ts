import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { POST } from "#app/api/v1/tools/route.ts";
import type { Gateway } from "#app/server/gateway.ts";
import { makePerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { PROJECT_ROOT } from "#lib/environment/home.ts";
import { ERRORS } from "#lib/errors/codes.ts";
import { makeBearerKey } from "#lib/keys/bearer-key.ts";
import { UsageError } from "./command.ts";
import { register as command } from "./register.ts";

vi.mock("server-only", () => ({}));

/** The command as authors run it, against the gateway's own route and a real database. */
let database: TestDatabase;
let server: Server;
let folder: string;
let environment: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "airlock-register-"));
  await mkdir(join(folder, "node_modules"));
  await symlink(PROJECT_ROOT, join(folder, "node_modules/airlock"));
  await symlink(join(PROJECT_ROOT, "node_modules/zod"), join(folder, "node_modules/zod"));
  database = await createTestDatabase();
  vi.stubEnv("AIRLOCK_DB_GATEWAY_URL", database.urls.gateway);
  const author = await makePerson(database.admin, "operator");
  const { key, prefix, secretHash } = makeBearerKey("aak");
  await database.as("web")`select agents.fn_issue_author_key(${author.session}, 'test', ${prefix}, ${secretHash}, 30)`;
  server = createServer(async (request, response) => {
    const body = await buffer(request);
    const headers = new Headers(Object.entries(request.headers) as [string, string][]);
    const answer = await POST(
      new Request(`http://gateway${request.url}`, { method: "POST", headers, body: new Uint8Array(body) }),
    );
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  environment = { AIRLOCK_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, AIRLOCK_AUTHOR_KEY: key };
});
afterAll(async () => {
  await new Promise((closed) => server.close(closed));
  const held = globalThis as typeof globalThis & { airlockGateway?: Promise<Gateway> };
  const gateway = await held.airlockGateway;
  await gateway?.feed.close();
  await gateway?.sql.end({ timeout: 1 });
  delete held.airlockGateway;
  vi.unstubAllEnvs();
  await database.drop();
  await rm(folder, { recursive: true });
});

interface Ran {
  readonly status: number;
  readonly lines: Record<string, unknown>[];
  readonly stderr: string;
}

function register(args: string[], env: Record<string, string> = environment, cwd?: string): Promise<Ran> {
  const program = [join(PROJECT_ROOT, "bin", "airlock.mjs"), "register", ...args];
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      program,
      { encoding: "utf8", env: { ...process.env, ...env }, cwd },
      (error, stdout, stderr) => {
        const lines = stdout.split("\n").filter(Boolean);
        resolve({
          status: Number(error?.code ?? 0),
          lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>),
          stderr,
        });
      },
    );
  });
}

async function file(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const TOOL_MD = `---
name: word_count
safety_class: read
permission_level: none
input: { type: object, properties: { path: { type: string } }, required: [path] }
output: { type: object, properties: { words: { type: integer } } }
policy:
  filesystem: { read: ["\${workspace}/**"], write: [] }
  network: { mode: none }
execute: ./count.ts
---
Counts the words of a text file in the workspace.
`;
const COUNT = `import { readFile } from "node:fs/promises";
export const execute = async ({ path }: { path: string }) => ({ words: (await readFile(path, "utf8")).split(" ").length });
`;

const SHOUT = `import { tool } from "airlock/tool";
import { z } from "zod";
export const shout = tool({
  name: "shout", description: "Says it loudly.", safetyClass: "read", idempotency: "optional",
  input: z.strictObject({ text: z.string() }), output: z.strictObject({ said: z.string() }),
  execute: async ({ text }) => ({ said: text.toUpperCase() }),
});
`;

describe("airlock register", () => {
  test("a TOOL.md with its code becomes a version under review", async () => {
    await file("count.ts", COUNT);
    const { status, lines } = await register([await file("TOOL.md", TOOL_MD)]);
    expect({ status, lines }).toMatchObject({
      status: 0,
      lines: [{ tool: "word_count", number: 1, state: "review", verdict: "ok", page: "/registry/word_count" }],
    });
    const [row] = await database.admin`select v.source, b.code from agents.tool_versions v
      join agents.code_bundles b on b.sha256 = v.contract #>> '{runtime,sha256}' where v.id = ${String(lines[0]?.versionId)}`;
    expect(row).toMatchObject({ source: "tool_md", code: expect.stringContaining("readFile") });
  });

  test("a module's tools likewise, from a folder that has Airlock installed", async () => {
    const module = `import { processTool } from "airlock/process-tool";
${SHOUT}export const today = processTool({
  name: "say_date", description: "Says what day it is.", safetyClass: "read", input: z.strictObject({}), command: ["date"],
});
`;
    const { status, lines, stderr } = await register([await file("tools.ts", module)]);
    expect({ status, stderr, lines }).toMatchObject({ status: 0, lines: [{ tool: "shout" }, { tool: "say_date" }] });
  });

  test("a TOOL.md is registered from its own folder, by its bare name", async () => {
    await file("count.ts", COUNT);
    await file("NEAR.md", TOOL_MD.replace("word_count", "near_count"));
    const { status, lines } = await register(["NEAR.md", "--dry-run"], environment, folder);
    expect({ status, lines }).toMatchObject({ status: 0, lines: [{ tool: "near_count", verdict: "ok" }] });
  });

  test("a module needs nothing installed beside it to declare a tool, and gets nothing else from here", async () => {
    const bare = await mkdtemp(join(tmpdir(), "airlock-bare-"));
    try {
      await writeFile(join(bare, "whisper.ts"), SHOUT.replaceAll("shout", "whisper"));
      await writeFile(join(bare, "yaml.ts"), `import "yaml";\n`);
      const { status, lines, stderr } = await register(["whisper.ts", "--dry-run"], environment, bare);
      expect({ status, stderr, lines }).toMatchObject({ status: 0, lines: [{ tool: "whisper" }] });
      const foreign = await register(["yaml.ts", "--dry-run"], environment, bare);
      expect(foreign).toMatchObject({ status: 3, lines: [], stderr: expect.stringContaining("'yaml'") });
    } finally {
      await rm(bare, { recursive: true });
    }
  });

  test("a dry run asks nobody and prints the contract with the hash that registering gives", async () => {
    const definition = {
      name: "dry",
      description: "Dry.",
      inputSchema: {},
      outputSchema: { type: "string" },
      safetyClass: "read",
      command: ["date"],
    };
    const path = await file("dry.json", JSON.stringify(definition));
    const dry = await register(["--dry-run", path], {});
    expect(dry).toMatchObject({ status: 0, lines: [{ tool: "dry", contract: { category: "terminal" } }] });
    const { lines } = await register([path]);
    expect(lines[0]?.definitionHash).toBe(dry.lines[0]?.definitionHash);
  });

  test("code that does more than it declares is refused at the author's line, before anything is sent", async () => {
    await file("count.ts", COUNT.replace("export", 'import { rm } from "node:fs/promises";\nawait rm("x");\nexport'));
    const { status, lines, stderr } = await register([await file("TOOL.md", TOOL_MD)], {
      ...environment,
      AIRLOCK_URL: "http://127.0.0.1:9",
    });
    expect(status).toBe(1);
    expect(lines).toMatchObject([
      { error: { code: "undeclared_capability", details: { errors: [{ file: "count.ts", line: 3 }] } } },
    ]);
    expect(stderr).toMatch(/^count\.ts:3: fs\/promises\.rm: writes files/);
    expect(stderr.split(ERRORS.undeclared_capability.todo)).toHaveLength(2);
  });

  test("a refusal of the gateway's is told in its words, with its advice once", async () => {
    const path = await file(
      "type.json",
      JSON.stringify({
        name: "typed",
        description: "x",
        inputSchema: {},
        outputSchema: {},
        safetyClass: "read",
        actionType: "cooking:bake",
        command: ["date"],
      }),
    );
    const { status, lines, stderr } = await register([path]);
    expect({ status, lines }).toMatchObject({ status: 1, lines: [{ error: { code: "invalid_definition" } }] });
    expect(stderr.split(ERRORS.invalid_definition.todo)).toHaveLength(2);
  });

  test.each<[string, string[], Record<string, string>, RegExp]>([
    ["no file", [], {}, /Name one file/],
    ["a file that is not there", ["none.md"], {}, /There is no file/],
    ["no key", ["TOOL.md"], { AIRLOCK_AUTHOR_KEY: "" }, /AIRLOCK_AUTHOR_KEY is not set/],
    ["a key that would travel in the open", ["TOOL.md"], { AIRLOCK_URL: "http://gateway.example" }, /in the open/],
  ])("%s is a usage error", async (_name, files, env, message) => {
    for (const [name, value] of Object.entries({ ...environment, ...env })) vi.stubEnv(name, value);
    const running = command.run(files.map((name) => join(folder, name)));
    await expect(running).rejects.toThrow(UsageError);
    await expect(running).rejects.toThrow(message);
  });

  test("a gateway that is not there is a failure of the program", async () => {
    for (const [name, value] of Object.entries({ ...environment, AIRLOCK_URL: "http://127.0.0.1:9" }))
      vi.stubEnv(name, value);
    await expect(command.run([join(folder, "dry.json")])).rejects.toThrow("cannot be reached");
  });
});
