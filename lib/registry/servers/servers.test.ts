import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson, registerWorker, type TestPerson } from "#db/testing/fixtures.ts";
import { claimSync, listed, reportListing } from "#db/testing/mcp-fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { canonicalJson } from "#lib/registry/canonical-json.ts";
import { contractOfListed, declaredBy } from "#lib/registry/mcp/contract-of-listed.ts";
import { connectServer } from "./connect-server.ts";
import { formToServer, type ServerToConnect } from "./form-to-server.ts";
import { type ChosenTool, importTools } from "./import-tools.ts";
import { previewTools } from "./preview-tools.ts";
import { listListings } from "./queries/list-listings.ts";
import { listServers } from "./queries/list-servers.ts";
import { readListing } from "./queries/read-listing.ts";
import { readServer, type ServerDetail } from "./queries/read-server.ts";
import { requestSync } from "./request-sync.ts";
import { retireServer } from "./retire-server.ts";
import { emptyForm } from "./server-form.ts";

/** A server's way through the registry as its pages go it, with the dashboard's own login; no server runs. */

const LIMITS = { wallSeconds: 30, cpuSeconds: 20, memoryMb: 512, processes: 64, outputBytes: 1_048_576, fileMb: 64 };

let database: TestDatabase;
let web: Sql;
let worker: Sql;
let workerId: string;
let admin: TestPerson;
let operator: TestPerson;
let reviewer: TestPerson;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  worker = database.as("worker");
  workerId = await registerWorker(worker);
  admin = await makePerson(database.admin, "admin");
  operator = await makePerson(database.admin, "operator");
  reviewer = await makePerson(database.admin, "reviewer");
});
afterAll(() => database.drop());

function toConnect(name: string): ServerToConnect {
  const reading = formToServer({ ...emptyForm(LIMITS), name, argv: "/usr/bin/weather" });
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  return reading.server;
}

async function connected(name: string): Promise<ServerDetail> {
  expect(await connectServer(web, admin.session, toConnect(name))).toEqual({ ok: true, value: { name } });
  const server = await readServer(web, name);
  if (!server) throw new Error("no server");
  return server;
}

/** What a dispatcher would report of one tool of the server. */
function toolOf(server: ServerDetail, upstream: string, more: Record<string, unknown> = {}) {
  const definition = { name: upstream, description: `Does ${upstream}.`, inputSchema: { type: "object" }, ...more };
  const { declared, policy, id, configHash } = server;
  const ours = declaredBy(declared, policy, `${declared.prefix}_${upstream}`);
  const contract = contractOfListed(definition, ours, { id, configHash });
  if (!contract.ok) throw new Error(contract.message);
  return { ...listed(contract.value), contractText: canonicalJson(contract.value), definition };
}

const reading = (upstream: string): ChosenTool => ({ upstream, safetyClass: "read", egressClass: "none" });

async function report(server: ServerDetail, root: string, tools: readonly unknown[]): Promise<void> {
  const claim = await claimSync(worker, workerId);
  if (claim?.serverId !== server.id) throw new Error("another server was claimed");
  await reportListing(worker, workerId, claim, root, tools);
}

describe("a server", () => {
  it("is connected by an admin, listed by a dispatcher, and found by its name and its id", async () => {
    const refused = await connectServer(web, operator.session, toConnect("weather-1"));
    expect(refused).toMatchObject({ ok: false, code: "not_permitted" });
    const server = await connected("weather-1");
    expect(server).toMatchObject({ state: "connecting", sync: "asked", imported: [], createdBy: expect.any(String) });
    expect((await readServer(web, server.id))?.name).toBe("weather-1");
    await report(server, "root-1", [toolOf(server, "get_weather")]);
    expect((await listServers(web)).find(({ name }) => name === "weather-1")).toMatchObject({
      state: "listed",
      sync: "idle",
      transport: "stdio",
      reachedAt: "/usr/bin/weather",
      listed: 1,
      imported: 0,
      changed: 0,
    });
    for (const name of ["nothing", "", "A B", "../x", "a\0"]) expect(await readServer(web, name)).toBeUndefined();
  });

  it("has one name: another that looks the same is refused at the field", async () => {
    const refusal = { ok: false, code: "name_taken", details: { errors: [{ pointer: "/name" }] } };
    expect(await connectServer(web, admin.session, toConnect("weather-1"))).toMatchObject(refusal);
    expect(await connectServer(web, admin.session, toConnect("weather-l"))).toMatchObject(refusal);
    expect(await connectServer(web, admin.session, { ...toConnect("x"), name: "No Name" })).toMatchObject(refusal);
  });

  it("over the old transport is refused, by its kind and by its customary address", async () => {
    const { policy, declared } = toConnect("old");
    for (const transport of [
      { kind: "sse", url: "https://mcp.example.com/events" },
      { kind: "http", url: "https://mcp.example.com/sse" },
    ]) {
      const refusal = await connectServer(web, admin.session, { name: "old", transport, policy, declared });
      const told = { pointer: "/transport/url", message: expect.stringContaining("Streamable HTTP") };
      expect(refusal).toMatchObject({ code: "mcp_sse_refused", details: { errors: [told] } });
    }
  });

  it("with several things wrong is told all of them", async () => {
    const broken = { ...toConnect("x"), name: "No Name", policy: { exec: "perhaps", network: { mode: "none" } } };
    expect(await connectServer(web, admin.session, broken)).toMatchObject({
      details: { errors: [{ pointer: "/name" }, { pointer: "/policy/exec" }] },
    });
  });
});

describe("an import", () => {
  it("takes what was chosen under the chosen classes, changes nothing that the server said, and waits for review", async () => {
    const server = await connected("files");
    await report(server, "root-1", [toolOf(server, "read_file"), toolOf(server, "write_file")]);
    const listing = await readListing(web, server.id);
    const imported = await importTools(web, operator.session, {
      serverId: server.id,
      serverRoot: listing?.serverRoot ?? "",
      tools: [reading("read_file")],
    });
    expect(imported).toEqual({ ok: true, value: [{ name: "files_read_file", number: 1, state: "review" }] });
    const [version] = await database.admin<{ contract: unknown; text: string }[]>`
      select v.contract from agents.tool_versions v join agents.tools_registry t on t.id = v.tool_id where t.name = 'files_read_file'`;
    const said = JSON.parse(listing?.tools[0]?.contractText ?? "{}");
    expect(version?.contract).toEqual({ ...said, safetyClass: "read", egressClass: "none" });
    const now = await readServer(web, "files");
    expect(previewTools(listing?.tools ?? [], now?.imported ?? [])).toMatchObject([
      { upstream: "read_file", status: "waiting", imported: { name: "files_read_file", waiting: true } },
      { upstream: "write_file", status: "new", name: "files_write_file", safetyClass: "write", egressClass: "write" },
    ]);
  });

  it("of a list that is another by now is refused whole, by the root that was looked at", async () => {
    const server = await connected("moved");
    await report(server, "root-1", [toolOf(server, "list_all")]);
    await requestSync(web, reviewer.session, server.id);
    await report(server, "root-2", [toolOf(server, "list_all", { title: "Another" })]);
    const stale = { serverId: server.id, serverRoot: "root-1", tools: [reading("list_all")] };
    expect(await importTools(web, operator.session, stale)).toMatchObject({ ok: false, code: "stale_payload" });
    expect(await importTools(web, operator.session, { ...stale, serverRoot: "root-2" })).toMatchObject({ ok: true });
    expect(await listListings(web, server.id)).toMatchObject([
      { serverRoot: "root-2", current: true, against: { added: [], removed: [], changed: ["list_all"] } },
      { serverRoot: "root-1", current: false, against: null },
    ]);
  });

  it("cannot make a tool less grave than its server's own hints do, nor one that cannot be read", async () => {
    const server = await connected("hints");
    const deleting = toolOf(server, "list_things", { annotations: { destructiveHint: true } });
    const broken = {
      ...toolOf(server, "odd"),
      contractText: null,
      problem: { code: "malformed", message: "Two names." },
    };
    await report(server, "root-1", [deleting, broken]);
    const ask = (upstream: string, safetyClass: "read" | "write") =>
      importTools(web, operator.session, {
        serverId: server.id,
        serverRoot: "root-1",
        tools: [{ upstream, safetyClass, egressClass: "write" }],
      });
    expect(await ask("list_things", "read")).toMatchObject({
      ok: false,
      code: "invalid_definition",
      message: expect.stringContaining("destructiveHint: true"),
    });
    expect(await ask("odd", "write")).toMatchObject({ ok: false, message: expect.stringContaining("Two names.") });
    expect(await ask("absent", "write")).toMatchObject({ ok: false, code: "not_found" });
    expect(await ask("list_things", "write")).toMatchObject({ ok: true });
  });

  it("is for operators and admins", async () => {
    const server = await readServer(web, "files");
    const request = {
      serverId: server?.id ?? "",
      serverRoot: "root-1",
      tools: [reading("write_file")],
    };
    expect(await importTools(web, reviewer.session, request)).toMatchObject({ ok: false, code: "not_permitted" });
  });
});

describe("the end of a server", () => {
  it("takes its tools with it and leaves nothing to ask it for", async () => {
    const server = await connected("ending");
    await report(server, "root-1", [toolOf(server, "read_it")]);
    const tools = [reading("read_it")];
    await importTools(web, operator.session, { serverId: server.id, serverRoot: "root-1", tools });
    await retireServer(web, reviewer.session, { serverId: server.id, reason: "Nobody uses it." });
    const ended = await readServer(web, "ending");
    expect(ended).toMatchObject({ state: "retired", stateReason: "Nobody uses it.", imported: [{ state: "retired" }] });
    await expect(requestSync(web, reviewer.session, server.id)).rejects.toThrow();
    const listing = await readListing(web, server.id);
    expect(previewTools(listing?.tools ?? [], ended?.imported ?? [])).toMatchObject([{ status: "ended" }]);
  });
});
