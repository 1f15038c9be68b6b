import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeAgent, makePerson, registerWorker, type TestAgent, type TestPerson } from "#db/testing/fixtures.ts";
import {
  claimSync,
  connectServer,
  listed,
  mcpContract,
  type Reported,
  reportListing,
} from "#db/testing/mcp-fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { canonicalJson } from "#lib/registry/canonical-json.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { hashDefinition } from "#lib/registry/hash.ts";

/** A tool of a server that is no longer what was reviewed stops in the database, whatever a worker makes of it. */
let database: TestDatabase;
let web: Sql;
let gateway: Sql;
let dispatcher: Sql;
let admin: TestPerson;
let operator: TestPerson;
let eva: TestPerson;
let sam: TestPerson;
let agent: TestAgent;
let worker: string;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web", 4);
  gateway = database.as("gateway");
  dispatcher = database.as("worker");
  admin = await makePerson(database.admin, "admin");
  operator = await makePerson(database.admin, "operator");
  eva = await makePerson(database.admin, "reviewer", { roleAge: "30 days" });
  sam = await makePerson(database.admin, "reviewer", { roleAge: "30 days" });
  agent = await makeAgent(database.admin, admin.id);
  worker = await registerWorker(dispatcher);
});
afterAll(async () => {
  await database.drop();
});

let roots = 0;

/** The server says what its tools are, at somebody's request. */
async function list(server: string, tools: readonly unknown[]): Promise<Reported> {
  await web`select agents.fn_request_mcp_sync(${admin.session}, ${server})`;
  const claim = await claimSync(dispatcher, worker);
  expect(claim?.serverId).toBe(server);
  roots += 1;
  return reportListing(dispatcher, worker, { serverId: server, fence: claim?.fence ?? 0 }, `root ${roots}`, tools);
}

async function imported(overrides: Partial<ToolContract> = {}) {
  const server = await connectServer(web, admin);
  const contract = mcpContract(server, "look", overrides);
  const claim = await claimSync(dispatcher, worker);
  const root = `first ${server}`;
  await reportListing(dispatcher, worker, { serverId: server, fence: claim?.fence ?? 0 }, root, [listed(contract)]);
  const [row] = await web<{ made: { versionId: string; required: number }[] }[]>`
    select agents.fn_import_mcp_tools(${operator.session}, ${server}, ${root}, ${web.json(JSON.parse(JSON.stringify([listed(contract)])))}) as made`;
  const version = row?.made[0]?.versionId ?? "";
  await approve(version);
  return { server, contract, version };
}

async function reviewOf(version: string) {
  const [row] = await web<{ id: string; digest: string; required: number; status: string }[]>`
    select id, digest, required, status from agents.approvals where subject_id = ${version} order by revision desc limit 1`;
  return row;
}

async function approve(version: string): Promise<void> {
  const review = await reviewOf(version);
  for (const person of [eva, sam].slice(0, review?.required)) {
    await web`
      select agents.fn_decide_review(${person.session}, ${review?.id ?? ""}, ${review?.digest ?? ""}, 'approve', 'Looked at it.')`;
  }
}

async function toolOf({ name }: ToolContract) {
  const [row] = await web<{ id: string; state: string; stateReason: string | null; hash: string }[]>`
    select t.id, t.state, t.state_reason as "stateReason", v.definition_hash as hash
    from agents.tools_registry t join agents.tool_versions v on v.id = t.pinned_version_id where t.name = ${name}`;
  if (!row) throw new Error("no such tool");
  return row;
}

async function ask(contract: ToolContract): Promise<{ id: string; status: string }> {
  const [row] = await gateway<{ call: { id: string; status: string } }[]>`
    select agents.fn_invoke_tool(${agent.key}, ${contract.name}, '{}', ${hashDefinition(contract)}, '[]', 'x') as call`;
  if (!row) throw new Error("no call");
  return row.call;
}

async function statusOf(id: string) {
  const [row] = await web`select status, error_code from agents.tool_invocations where id = ${id}`;
  return row;
}

describe("a tool that its server changed", () => {
  test("is drifted when it only reads, does not run, and runs again as a version that a reviewer approved", async () => {
    const { server, contract } = await imported();
    const changed = { ...contract, description: "Looks at other things." };
    const { drifts } = await list(server, [listed(changed, { severity: "review" })]);
    expect(drifts).toMatchObject([{ state: "drifted", severity: "review", action: "tool.drifted" }]);
    await expect(ask(contract)).rejects.toMatchObject({ code: "AL021" });
    const [waiting] = await web<{ id: string; state: string; author: string | null }[]>`
      select v.id, v.state, v.author_id as author from agents.tool_versions v where v.definition_hash = ${hashDefinition(changed)}`;
    expect(waiting).toMatchObject({ state: "review", author: null });
    await approve(waiting?.id ?? "");
    expect(await toolOf(contract)).toMatchObject({ state: "active", hash: hashDefinition(changed) });
    expect(await ask(changed)).toMatchObject({ status: "running" });
    const open =
      await web`select from agents.tool_drifts d where d.tool_id = ${(await toolOf(contract)).id} and d.resolved_at is null`;
    expect(open).toHaveLength(0);
  });

  test("is quarantined when it writes, however harmless the worker calls the change", async () => {
    const { server, contract } = await imported({ safetyClass: "write", egressClass: "write" });
    const { drifts } = await list(server, [listed({ ...contract, title: "New" }, { severity: "info" })]);
    expect(drifts).toMatchObject([{ state: "quarantined", severity: "critical" }]);
  });

  test("is quarantined when the new text raises an alarm, however harmless the worker calls it", async () => {
    const { server, contract } = await imported();
    const finding = {
      rule: "scan.override",
      severity: "medium",
      start: 0,
      end: 1,
      cleanedStart: 0,
      cleanedEnd: 1,
      action: "none",
    };
    const { drifts } = await list(server, [
      listed({ ...contract, title: "New" }, { severity: "info", findings: [finding] }),
    ]);
    expect(drifts).toMatchObject([{ state: "quarantined", severity: "critical" }]);
  });

  test("goes on when only its picture changed, and the change waits for a reviewer all the same", async () => {
    const { server, contract } = await imported();
    const changed = { ...contract, icons: [{ src: "https://example.test/new.png" }] };
    const { drifts } = await list(server, [listed(changed, { severity: "info" })]);
    expect(drifts).toMatchObject([{ state: "active", severity: "info", action: "tool.changed" }]);
    expect(await ask(contract)).toMatchObject({ status: "running" });
    const [{ id } = { id: "" }] = await web<{ id: string }[]>`
      select id from agents.tool_versions where definition_hash = ${hashDefinition(changed)}`;
    expect(await reviewOf(id)).toMatchObject({ status: "pending" });
  });

  test("that a worker calls unchanged is judged by its hash", async () => {
    const { server, contract } = await imported();
    const { drifts } = await list(server, [listed({ ...contract, description: "Other." }, { severity: "none" })]);
    expect(drifts).toMatchObject([{ state: "drifted" }]);
  });

  test("takes what waits for it along: pending calls are denied, released ones cancelled, standing answers end", async () => {
    const { server, contract, version } = await imported();
    const released = await ask(contract);
    await database.admin`
      insert into agents.standing_rules (id, effect, tool_version_id, agent_id, pattern, made_from, made_by, reason, max_uses, uses, created_at, expires_at)
      values (airlock.new_id(), 'approve', ${version}, ${agent.id}, '{"arguments":{}}', ${released.id}, ${operator.id}, 'x', 1, 0, now(), now() + interval '1 day')`;
    await database.admin`update agents.tools_registry set requires_approval = true where name = ${contract.name}`;
    const pending = await ask(contract);
    expect(pending.status).toBe("pending");
    await list(server, [listed({ ...contract, description: "Other." }, { severity: "review" })]);
    expect(await statusOf(released.id)).toMatchObject({ status: "cancelled", error_code: "tool_not_runnable" });
    expect(await statusOf(pending.id)).toMatchObject({ status: "denied", error_code: "tool_not_runnable" });
    const [rule] =
      await database.admin`select revoked_at, revocation from agents.standing_rules where tool_version_id = ${version}`;
    expect(rule).toMatchObject({ revocation: "The tool is no longer what was reviewed." });
  });

  test("and changed back is what was reviewed again; to and fro three times a day is quarantined", async () => {
    const { server, contract } = await imported();
    const changed = listed({ ...contract, description: "Other." }, { severity: "review" });
    for (let turn = 0; turn < 3; turn++) {
      expect((await list(server, [changed])).drifts).toMatchObject([{ state: "drifted" }]);
      expect((await list(server, [listed(contract)])).drifts).toMatchObject([{ action: "tool.drift_reverted" }]);
      expect(await ask(contract)).toMatchObject({ status: "running" });
    }
    expect((await list(server, [changed])).drifts).toMatchObject([{ state: "quarantined", severity: "critical" }]);
    expect((await list(server, [listed(contract)])).drifts).toEqual([]);
    expect(await toolOf(contract)).toMatchObject({ state: "quarantined" });
  });

  test("gravely, and back, is asked about again by whoever wants it back, and then runs", async () => {
    const { server, contract, version } = await imported({ safetyClass: "write", egressClass: "write" });
    await list(server, [listed({ ...contract, title: "New" }, { severity: "critical" })]);
    await list(server, [listed(contract)]);
    expect(await toolOf(contract)).toMatchObject({ state: "quarantined" });
    await web`select agents.fn_ask_version_review(${operator.session}, ${version})`;
    await approve(version);
    expect(await toolOf(contract)).toMatchObject({ state: "active" });
  });

  test("back to an older version that was approved once asks about that one", async () => {
    const { server, contract, version } = await imported();
    const changed = { ...contract, description: "Other." };
    await list(server, [listed(changed, { severity: "review" })]);
    const [{ id } = { id: "" }] = await web<{ id: string }[]>`
      select id from agents.tool_versions where definition_hash = ${hashDefinition(changed)}`;
    await approve(id);
    await list(server, [listed(contract, { severity: "review" })]);
    expect(await toolOf(contract)).toMatchObject({ state: "drifted" });
    await approve(version);
    expect(await toolOf(contract)).toMatchObject({ state: "active", hash: hashDefinition(contract) });
  });

  test("twice leaves only what it offers now to be decided, and a yes before the second counts for nothing", async () => {
    const { server, contract } = await imported();
    const second = { ...contract, description: "Second." };
    await list(server, [listed(second, { severity: "review" })]);
    const [{ id } = { id: "" }] = await web<{ id: string }[]>`
      select id from agents.tool_versions where definition_hash = ${hashDefinition(second)}`;
    const review = await reviewOf(id);
    await list(server, [listed({ ...contract, description: "Third." }, { severity: "review" })]);
    await expect(
      web`select agents.fn_decide_review(${eva.session}, ${review?.id ?? ""}, ${review?.digest ?? ""}, 'approve', 'Late.')`,
    ).rejects.toMatchObject({ code: "AL012" });
    expect(await web`select state from agents.tool_versions where id = ${id}`).toMatchObject([{ state: "retired" }]);
  });

  test("is not approved by whoever connected the server, whatever role they have by then", async () => {
    const { server, contract } = await imported();
    const changed = { ...contract, description: "Other." };
    await list(server, [listed(changed, { severity: "review" })]);
    const [{ id } = { id: "" }] = await web<{ id: string }[]>`
      select id from agents.tool_versions where definition_hash = ${hashDefinition(changed)}`;
    const review = await reviewOf(id);
    await database.admin`update agents.people set role = 'reviewer' where id = ${admin.id}`;
    try {
      await expect(
        web`select agents.fn_decide_review(${admin.session}, ${review?.id ?? ""}, ${review?.digest ?? ""}, 'approve', 'Mine.')`,
      ).rejects.toMatchObject({ code: "AL006" });
    } finally {
      await database.admin`update agents.people set role = 'admin' where id = ${admin.id}`;
    }
  });

  test("seen again is counted, not told again", async () => {
    const { server, contract } = await imported();
    const changed = listed({ ...contract, description: "Other." }, { severity: "review" });
    await list(server, [changed]);
    expect((await list(server, [changed])).drifts).toEqual([]);
    const [drift] = await web`select times from agents.tool_drifts where tool_id = ${(await toolOf(contract)).id}`;
    expect(drift).toEqual({ times: 2 });
    const versions = await web`select from agents.tool_versions where tool_id = ${(await toolOf(contract)).id}`;
    expect(versions).toHaveLength(2);
  });

  test("and rejected stays out of force, and the same change does not ask again", async () => {
    const { server, contract } = await imported();
    const changed = { ...contract, description: "Other." };
    await list(server, [listed(changed, { severity: "review" })]);
    const [{ id } = { id: "" }] = await web<{ id: string }[]>`
      select id from agents.tool_versions where definition_hash = ${hashDefinition(changed)}`;
    const review = await reviewOf(id);
    await web`select agents.fn_decide_review(${eva.session}, ${review?.id ?? ""}, ${review?.digest ?? ""}, 'reject', 'No.')`;
    await list(server, [listed(changed, { severity: "review" })]);
    expect(await toolOf(contract)).toMatchObject({ state: "drifted", hash: hashDefinition(contract) });
    expect(await reviewOf(id)).toMatchObject({ status: "rejected" });
  });
});

describe("a worker that lies", () => {
  test("does not call a change of class or policy small", async () => {
    const { server, contract } = await imported();
    const changed = { ...contract, egressClass: "read_only" as const };
    expect((await list(server, [listed(changed, { severity: "info" })])).drifts).toMatchObject([
      { severity: "review", state: "drifted" },
    ]);
  });

  test("cannot keep a later look from being heard: what it notices is kept with the version, and takes two people", async () => {
    const { server, contract } = await imported();
    const changed = { ...contract, description: "Other." };
    await list(server, [listed(changed, { severity: "review" })]);
    const finding = {
      rule: "scan.override",
      severity: "high",
      start: 0,
      end: 1,
      cleanedStart: 0,
      cleanedEnd: 1,
      action: "none",
    };
    expect((await list(server, [listed(changed, { severity: "review", findings: [finding] })])).drifts).toMatchObject([
      { severity: "critical", state: "quarantined" },
    ]);
    const [version] = await web<{ id: string; alarmed: boolean }[]>`
      select id, alarmed from agents.tool_versions where definition_hash = ${hashDefinition(changed)}`;
    expect(version).toMatchObject({ alarmed: true });
    expect(await reviewOf(version?.id ?? "")).toMatchObject({ required: 2, status: "pending" });
  });

  test.each([
    ["findings that are no list", { findings: { a: 1 } }],
    ["parts that are no object", { partHashes: [] }],
    ["no hash of the body", { bodyHash: null }],
  ])("keeps nothing with %s", async (_, wrong) => {
    const { server, contract } = await imported();
    await expect(list(server, [listed({ ...contract, description: "Other." }, wrong)])).rejects.toMatchObject({
      code: "AL026",
    });
  });
});

describe("a server that never says the same twice", () => {
  test("leaves one question open, not one a look, and is quarantined", async () => {
    const { server, contract } = await imported();
    const { id } = await toolOf(contract);
    for (let look = 0; look < 25; look++) {
      await list(server, [listed({ ...contract, other: { at: look } }, { severity: "info" })]);
    }
    const [count] = await web<{ versions: number; reviews: number; drifts: number }[]>`
      select (select count(*)::int from agents.tool_versions where tool_id = ${id}) as versions,
        (select count(*)::int from agents.approvals a join agents.tool_versions v on v.id = a.subject_id where v.tool_id = ${id} and a.status = 'pending') as reviews,
        (select count(*)::int from agents.tool_drifts where tool_id = ${id} and resolved_at is null) as drifts`;
    expect(count).toEqual({ versions: 21, reviews: 1, drifts: 1 });
    expect(await toolOf(contract)).toMatchObject({ state: "quarantined" });
  });
});

describe("a tool that its server no longer has", () => {
  test("is drifted and keeps its baseline: what comes back changed is compared with it", async () => {
    const { server, contract } = await imported();
    expect((await list(server, [])).drifts).toMatchObject([{ state: "drifted" }]);
    expect(
      (await list(server, [listed({ ...contract, description: "Other." }, { severity: "review" })])).drifts,
    ).toMatchObject([{ severity: "review" }]);
    await expect(ask(contract)).rejects.toMatchObject({ code: "AL021" });
    expect((await list(server, [listed(contract)])).drifts).toMatchObject([{ action: "tool.drift_reverted" }]);
    expect(await ask(contract)).toMatchObject({ status: "running" });
  });

  test("is not brought in a second time under another name", async () => {
    const { server, contract } = await imported();
    const again = { ...contract, name: `${contract.name}_b` };
    await list(server, [listed(contract)]);
    await expect(
      web`select agents.fn_import_mcp_tools(${operator.session}, ${server}, ${`root ${roots}`}, ${web.json(JSON.parse(JSON.stringify([listed(again)])))})`,
    ).rejects.toMatchObject({ code: "AL030" });
  });
});

describe("serving on while drifted", () => {
  test("is a reviewer's choice, for what reads and reaches nothing", async () => {
    const { server, contract } = await imported();
    const { id } = await toolOf(contract);
    await expect(web`select agents.fn_set_serving(${operator.session}, ${id}, true)`).rejects.toMatchObject({
      code: "AL005",
    });
    await web`select agents.fn_set_serving(${eva.session}, ${id}, true)`;
    await list(server, [listed({ ...contract, description: "Other." }, { severity: "review" })]);
    expect(await toolOf(contract)).toMatchObject({ state: "drifted" });
    expect(await ask(contract)).toMatchObject({ status: "running" });
    const writing = await imported({
      safetyClass: "network",
      egressClass: "read_only",
      policy: { network: { mode: "none" } },
    });
    await expect(
      web`select agents.fn_set_serving(${eva.session}, ${(await toolOf(writing.contract)).id}, true)`,
    ).rejects.toMatchObject({
      code: "AL035",
    });
    await expect(
      database.admin`update agents.tools_registry set serve_while_drifted = true where name = ${writing.contract.name}`,
    ).rejects.toMatchObject({ code: "23514" });
  });
});

describe("at dispatch", () => {
  async function claimed(contract: ToolContract) {
    const call = await ask(contract);
    // Calls of other tests that nobody took come first.
    for (;;) {
      const [row] = await dispatcher<{ claim: { id: string; fence: number } | null }[]>`
        select agents.fn_claim_tool_invocation(${worker}, 60) as claim`;
      if (!row?.claim || row.claim.id === call.id) return row?.claim ?? { id: "", fence: 0 };
    }
  }

  test("the worker that holds the call reports what it found, and the tool stops", async () => {
    const { contract } = await imported();
    const { id, fence } = await claimed(contract);
    const found = listed({ ...contract, description: "Other." }, { severity: "critical" });
    const [row] = await dispatcher`
      select agents.fn_report_drift(${worker}, ${id}, ${fence}, ${dispatcher.json(JSON.parse(JSON.stringify(found)))}) as note`;
    expect(row?.note).toMatchObject({ state: "quarantined", foundBy: "dispatch" });
    const [drift] =
      await web`select invocation_id as id, found_by from agents.tool_drifts where tool_id = ${(await toolOf(contract)).id}`;
    expect(drift).toEqual({ id, found_by: "dispatch" });
    await expect(ask(contract)).rejects.toMatchObject({ code: "AL021" });
  });

  test("nobody reports about a call that is not theirs, nor about another tool", async () => {
    const { contract } = await imported();
    const { id, fence } = await claimed(contract);
    const stranger = await registerWorker(dispatcher);
    const report = (by: string, at: number, found: unknown) =>
      dispatcher`select agents.fn_report_drift(${by}, ${id}, ${at}, ${dispatcher.json(JSON.parse(JSON.stringify(found)))})`;
    const removed = { upstream: "look", removed: true };
    await expect(report(stranger, fence, removed)).rejects.toMatchObject({ code: "AL033" });
    await expect(report(worker, fence + 1, removed)).rejects.toMatchObject({ code: "AL033" });
    await expect(report(worker, fence, { upstream: "other", removed: true })).rejects.toMatchObject({ code: "AL026" });
    expect(await toolOf(contract)).toMatchObject({ state: "active" });
  });
});

describe("a server", () => {
  test("is asked by one worker at a time, and a late answer is refused", async () => {
    const server = await connectServer(web, admin);
    const first = await claimSync(dispatcher, worker);
    expect(first?.serverId).toBe(server);
    expect(await claimSync(dispatcher, worker)).toBeNull();
    await database.admin`update agents.mcp_servers set sync_lease_expires_at = now() - interval '1 second' where id = ${server}`;
    const second = await claimSync(dispatcher, worker);
    expect(second?.fence).toBe((first?.fence ?? 0) + 1);
    await expect(
      reportListing(dispatcher, worker, { serverId: server, fence: first?.fence ?? 0 }, "late", []),
    ).rejects.toMatchObject({ code: "AL033" });
    await dispatcher`select agents.fn_report_mcp_failure(${worker}, ${server}, ${second?.fence ?? 0}, 'timed_out', 'It never answered.')`;
    expect(await claimSync(dispatcher, worker)).toBeNull();
  });

  test("is not asked while everything is stopped, and is looked at again after a while", async () => {
    const { server } = await imported();
    await database.admin`update agents.mcp_servers set tried_at = now() - interval '1 day' where id = ${server}`;
    const [row] = await web<{ id: string }[]>`
      select agents.fn_throw_kill_switch(${operator.session}, 'global', null, 'A test.') as id`;
    expect(await claimSync(dispatcher, worker)).toBeNull();
    await web`select agents.fn_release_kill_switch(${operator.session}, ${row?.id ?? ""}, 'Over.')`;
    const claim = await claimSync(dispatcher, worker);
    expect(claim).toMatchObject({ serverId: server, why: "schedule", pinned: [{ upstream: "look" }] });
    await dispatcher`select agents.fn_report_mcp_failure(${worker}, ${server}, ${claim?.fence ?? 0}, 'x', 'x')`;
  });

  test("never changes how it is reached, not even by the owner of the table", async () => {
    const server = await connectServer(web, admin);
    await expect(
      database.admin`update agents.mcp_servers set transport = '{"kind":"stdio","argv":["evil"]}' where id = ${server}`,
    ).rejects.toMatchObject({ code: "AL032" });
    const claim = await claimSync(dispatcher, worker);
    await dispatcher`select agents.fn_report_mcp_failure(${worker}, ${server}, ${claim?.fence ?? 0}, 'x', 'x')`;
  });

  test("is connected by an admin alone", async () => {
    await expect(connectServer(web, operator)).rejects.toMatchObject({ code: "AL005" });
  });

  test("that is retired takes its tools along for good", async () => {
    const { server, contract } = await imported();
    await web`select agents.fn_retire_mcp_server(${eva.session}, ${server}, 'Gone.')`;
    expect(await toolOf(contract)).toMatchObject({ state: "retired" });
    await expect(ask(contract)).rejects.toMatchObject({ code: "AL021" });
    await expect(web`select agents.fn_request_mcp_sync(${admin.session}, ${server})`).rejects.toMatchObject({
      code: "AL028",
    });
  });
});

describe("an import", () => {
  test("takes what the server listed, unchanged, and only our own words beside it", async () => {
    const server = await connectServer(web, admin);
    const contract = mcpContract(server, "look", { description: "Looks." });
    const claim = await claimSync(dispatcher, worker);
    await reportListing(dispatcher, worker, { serverId: server, fence: claim?.fence ?? 0 }, "the root", [
      listed(contract),
      { upstream: "broken", problem: { code: "malformed", message: "x" }, contractText: null },
    ]);
    const take = (root: string, tools: unknown[]) =>
      web`select agents.fn_import_mcp_tools(${operator.session}, ${server}, ${root}, ${web.json(JSON.parse(JSON.stringify(tools)))})`;
    await expect(take("another root", [listed(contract)])).rejects.toMatchObject({ code: "AL012" });
    await expect(take("the root", [listed({ ...contract, description: "Friendly." })])).rejects.toMatchObject({
      code: "AL012",
    });
    await expect(take("the root", [listed({ ...contract, policy: { exec: "allow" } })])).rejects.toMatchObject({
      code: "AL012",
    });
    await expect(take("the root", [{ ...listed(contract), upstream: "broken" }])).rejects.toMatchObject({
      code: "AL026",
    });
    await expect(take("the root", [{ ...listed(contract), upstream: "absent" }])).rejects.toMatchObject({
      code: "AL026",
    });
    await take("the root", [listed({ ...contract, safetyClass: "write", egressClass: "write" })]);
    const [row] =
      await web`select requires_approval, approval_forced, source from agents.tools_registry where name = ${contract.name}`;
    expect(row).toEqual({ requires_approval: true, approval_forced: true, source: "mcp" });
  });

  test("cannot make a tool harmless that its server calls destructive", async () => {
    const server = await connectServer(web, admin);
    const contract = mcpContract(server, "look", {
      annotations: { destructiveHint: true },
      safetyClass: "write",
      egressClass: "write",
    });
    const claim = await claimSync(dispatcher, worker);
    await reportListing(dispatcher, worker, { serverId: server, fence: claim?.fence ?? 0 }, "r", [listed(contract)]);
    for (const lower of [{ safetyClass: "read" }, { safetyClass: "network", egressClass: "read_only" }] as const) {
      await expect(
        web`select agents.fn_import_mcp_tools(${operator.session}, ${server}, 'r', ${web.json(JSON.parse(JSON.stringify([listed({ ...contract, ...lower })])))})`,
      ).rejects.toMatchObject({ code: "AL026" });
    }
  });

  test("is the only way in for a tool of a server", async () => {
    const server = await connectServer(web, admin);
    const contract = mcpContract(server, "look");
    const { nameSkeleton, nameSkeletonFolded, bodyHash, partHashes } = listed(contract);
    await expect(
      web`select agents.fn_register_tool(${operator.session}, ${canonicalJson(contract)}, ${bodyHash}, ${web.json(partHashes)},
        ${nameSkeleton}, ${nameSkeletonFolded}, '[]')`,
    ).rejects.toMatchObject({ code: "AL026" });
    const claim = await claimSync(dispatcher, worker);
    await dispatcher`select agents.fn_report_mcp_failure(${worker}, ${server}, ${claim?.fence ?? 0}, 'x', 'x')`;
  });
});

describe("a version that a server sent", () => {
  test("is put in force by reviewers alone, not even by the owner of the table", async () => {
    const { server, contract } = await imported();
    const changed = { ...contract, description: "Other." };
    await list(server, [listed(changed, { severity: "review" })]);
    await expect(
      database.admin`update agents.tool_versions set state = 'approved' where definition_hash = ${hashDefinition(changed)}`,
    ).rejects.toMatchObject({ code: "AL035" });
  });

  test("keeps the name and the configuration that were reviewed", async () => {
    const { server, contract } = await imported();
    const elsewhere = { ...contract, runtime: { ...contract.runtime, config: "d".repeat(64) } } as ToolContract;
    await expect(list(server, [listed(elsewhere)])).rejects.toMatchObject({ code: "AL026" });
  });
});
