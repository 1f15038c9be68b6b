import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  contractOf,
  makeAgent,
  makePerson,
  pinTool,
  spoilt,
  type TestAgent,
  type TestPerson,
} from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { makeBearerKey } from "#lib/keys/bearer-key.ts";
import { ACTION_TYPES } from "#lib/policy/action-types.ts";
import { canonicalJson } from "#lib/registry/canonical-json.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { bodyHash, partHashes } from "#lib/registry/hash.ts";
import { nameKeys } from "#lib/registry/names.ts";

let database: TestDatabase;
let web: Sql;
let gateway: Sql;
let admin: TestPerson;
let author: TestPerson;
let eva: TestPerson;
let sam: TestPerson;
let agent: TestAgent;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web", 4);
  gateway = database.as("gateway");
  admin = await makePerson(database.admin, "admin");
  author = await makePerson(database.admin, "operator");
  eva = await makePerson(database.admin, "reviewer", { roleAge: "30 days" });
  sam = await makePerson(database.admin, "reviewer", { roleAge: "30 days" });
  agent = await makeAgent(database.admin, admin.id);
});
afterAll(async () => {
  await database.drop();
});

interface Registered {
  readonly versionId: string;
  readonly state: string;
  readonly required: number;
  readonly approvalId: string;
}

async function register(contract: ToolContract, findings: readonly { severity: string }[] = []): Promise<Registered> {
  const { skeleton, folded } = nameKeys(contract.name);
  const [row] = await web<{ made: Registered }[]>`
    select agents.fn_register_tool(${author.session}, ${canonicalJson(contract)}, ${bodyHash(contract)}, ${web.json(partHashes(contract))},
      ${skeleton}, ${folded}, ${web.json(JSON.parse(JSON.stringify(findings)))}) as made`;
  if (!row) throw new Error("nothing was registered");
  return row.made;
}

async function approve(version: string, people: readonly TestPerson[]): Promise<void> {
  const [review] = await web<{ id: string; digest: string }[]>`
    select id, digest from agents.approvals where subject_id = ${version} order by revision desc limit 1`;
  for (const { session } of people) {
    await web`select agents.fn_decide_review(${session}, ${review?.id ?? ""}, ${review?.digest ?? ""}, 'approve', 'Looked at it.')`;
  }
}

async function toolOf(name: string) {
  const [row] = await web<{ id: string; state: string; version: string }[]>`
    select id, state, pinned_version_id as version from agents.tools_registry where name = ${name}`;
  if (!row) throw new Error("no such tool");
  return row;
}

async function ask({ name, definitionHash }: { name: string; definitionHash: string }) {
  const [row] = await gateway<{ call: { id: string; status: string } }[]>`
    select agents.fn_invoke_tool(${agent.key}, ${name}, '{}', ${definitionHash}, '[]', 'x') as call`;
  return row?.call ?? { id: "", status: "" };
}

describe("a definition in which the scanner found something", () => {
  test("grave starts in quarantine and takes two people; one of them is not enough", async () => {
    const made = await register(contractOf(), [{ severity: "high" }]);
    expect(made).toMatchObject({ state: "quarantined", required: 2 });
    await approve(made.versionId, [eva]);
    const [version] = await web`select state from agents.tool_versions where id = ${made.versionId}`;
    expect(version).toEqual({ state: "quarantined" });
    await approve(made.versionId, [sam]);
    expect(await web`select state from agents.tool_versions where id = ${made.versionId}`).toMatchObject([
      { state: "approved" },
    ]);
  });

  test("worth a look waits as usual, for two people", async () => {
    expect(await register(contractOf(), [{ severity: "medium" }])).toMatchObject({ state: "review", required: 2 });
    expect(await register(contractOf(), [{ severity: "low" }])).toMatchObject({ state: "review", required: 1 });
  });

  test("or that moves money or holds privileges takes two people from the first version on", async () => {
    expect(await register(contractOf({ safetyClass: "financial" }))).toMatchObject({ required: 2 });
    expect(await register(contractOf({ safetyClass: "privileged" }))).toMatchObject({ required: 2 });
  });
});

test("a tool that requires a secret which is not kept is not registered", async () => {
  const contract = contractOf({ requires: { secrets: ["mail_token"] } });
  await expect(register(contract)).rejects.toMatchObject({ code: "AL026" });
  await database.admin`
    insert into agents.secrets (id, name, version, sealed, sealed_to, created_by, created_at)
    values (airlock.new_id(), 'mail_token', 1, ${Buffer.alloc(64)}, '0123456789abcdef', ${admin.id}, now())`;
  await register(contract);
});

describe("a quarantined tool", () => {
  test("does not run, ends what waits for it, and comes back by a review alone", async () => {
    const tool = await pinTool(database.admin, contractOf({ safetyClass: "write", egressClass: "write" }));
    const { id } = await toolOf(tool.name);
    const call = await ask(tool);
    expect(call.status).toBe("pending");
    await expect(web`select agents.fn_quarantine_tool(${author.session}, ${id}, ' ')`).rejects.toMatchObject({
      code: "AL014",
    });
    await web`select agents.fn_quarantine_tool(${author.session}, ${id}, 'It looks odd.')`;
    expect(await web`select status, approval_status from agents.tool_invocations where id = ${call.id}`).toMatchObject([
      { status: "denied", approval_status: "void" },
    ]);
    const events =
      await web`select type, data from agents.events where subject in (${tool.versionId}, ${call.id}) order by id`;
    expect(events.map(({ type }) => type)).toEqual([
      "tool_invocation_approval_required",
      "tool_invocation_denied",
      "tool_version_quarantined",
    ]);
    await expect(ask(tool)).rejects.toMatchObject({ code: "AL021" });
    await expect(web`select agents.fn_quarantine_tool(${eva.session}, ${id}, 'Again.')`).rejects.toMatchObject({
      code: "AL011",
    });

    await web`select agents.fn_ask_version_review(${author.session}, ${tool.versionId})`;
    await approve(tool.versionId, [eva]);
    expect(await toolOf(tool.name)).toMatchObject({ state: "active" });
    expect((await ask(tool)).status).toBe("pending");
  });

  test("is not brought back by the answer that once put it in force", async () => {
    const contract = contractOf();
    const { versionId } = await register(contract);
    await approve(versionId, [eva]);
    await web`select agents.fn_quarantine_tool(${eva.session}, ${(await toolOf(contract.name)).id}, 'Odd.')`;
    await expect(
      database.admin`update agents.tool_versions set state = 'approved' where id = ${versionId}`,
    ).rejects.toMatchObject({ code: "AL035" });
  });
});

describe("people's answers", () => {
  test("a no is not dodged by registering the same again: the twin is the same question, and after a no it takes two", async () => {
    const contract = contractOf();
    const first = await register(contract);
    expect(await register(contract)).toMatchObject({ versionId: first.versionId, approvalId: first.approvalId });
    const [review] = await web<
      { id: string; digest: string }[]
    >`select id, digest from agents.approvals where id = ${first.approvalId}`;
    await web`select agents.fn_decide_review(${eva.session}, ${review?.id ?? ""}, ${review?.digest ?? ""}, 'reject', 'No.')`;
    const again = await register(contract);
    expect(again.versionId).not.toBe(first.versionId);
    expect(again.required).toBe(2);
  });

  test("a yes from before a quarantine counts for nothing after it", async () => {
    const contract = contractOf();
    const before = await pinTool(database.admin, contract);
    const wider = await register({ ...contract, policy: { exec: "allow" } });
    expect(wider.required).toBe(2);
    await approve(wider.versionId, [eva]);
    await web`select agents.fn_quarantine_tool(${sam.session}, ${(await toolOf(contract.name)).id}, 'Odd.')`;
    await web`select agents.fn_ask_version_review(${sam.session}, ${before.versionId})`;
    await approve(before.versionId, [sam]);
    await expect(approve(wider.versionId, [sam])).rejects.toMatchObject({ code: "AL012" });
    await web`select agents.fn_ask_version_review(${sam.session}, ${wider.versionId})`;
    await approve(wider.versionId, [sam]);
    expect(await toolOf(contract.name)).toMatchObject({ version: before.versionId });
  });

  test("what took two people once takes two again", async () => {
    const contract = contractOf();
    await pinTool(database.admin, contract);
    const wider = await register({ ...contract, policy: { exec: "allow" } });
    await approve(wider.versionId, [eva, sam]);
    await web`select agents.fn_quarantine_tool(${sam.session}, ${(await toolOf(contract.name)).id}, 'Odd.')`;
    const [row] = await web`select agents.fn_ask_version_review(${sam.session}, ${wider.versionId}) as answer`;
    expect(row?.answer).toMatchObject({ required: 2 });
  });

  test("a tool whose version in force was rejected can still be retired", async () => {
    const contract = contractOf();
    const { versionId } = await pinTool(database.admin, contract);
    const { id } = await toolOf(contract.name);
    await web`select agents.fn_quarantine_tool(${sam.session}, ${id}, 'Odd.')`;
    await web`select agents.fn_ask_version_review(${sam.session}, ${versionId})`;
    const [review] = await web<{ id: string; digest: string }[]>`
      select id, digest from agents.approvals where subject_id = ${versionId} order by revision desc limit 1`;
    await web`select agents.fn_decide_review(${eva.session}, ${review?.id ?? ""}, ${review?.digest ?? ""}, 'reject', 'No.')`;
    await web`select agents.fn_retire_tool(${eva.session}, ${id}, 'Gone.')`;
    expect(await toolOf(contract.name)).toMatchObject({ state: "retired" });
  });
});

describe("a definition", () => {
  test("whose classes promise less than its policy declares is refused", async () => {
    const reaching = { network: { mode: "allowlist" as const, hosts: ["example.test:443"] } };
    await expect(register(contractOf({ policy: reaching }))).rejects.toMatchObject({ code: "AL026" });
    await register(contractOf({ policy: reaching, safetyClass: "network", egressClass: "read_only" }));
    const open = { network: { mode: "open" as const } };
    await expect(register(contractOf({ policy: open, egressClass: "read_only" }))).rejects.toMatchObject({
      code: "AL026",
    });
  });

  test("does not bring its own idea of what its name looks like", async () => {
    const contract = contractOf({ name: "pay_invoice" });
    await register(contract);
    const twin = contractOf({ name: "pay_lnvoice".replace("l", "I") });
    await expect(
      web`select agents.fn_register_tool(${author.session}, ${canonicalJson(twin)}, ${bodyHash(twin)}, ${web.json(partHashes(twin))}, 'x', 'x', '[]')`,
    ).rejects.toMatchObject({ code: "AL026" });
  });

  test.each(["a0_Im1-Z", "read_file", "O0o1lIiMm-_rn"])("looks in SQL as it looks in the program: %s", async (name) => {
    const [row] =
      await database.admin`select airlock.look_of(${name}) as skeleton, airlock.look_of(lower(${name})) as folded`;
    expect(row).toEqual(nameKeys(name));
  });
});

describe("a retired tool", () => {
  test("ends for good, by reviewers and admins, and its name stays taken", async () => {
    const contract = contractOf();
    const tool = await pinTool(database.admin, contract);
    const { id } = await toolOf(tool.name);
    await expect(web`select agents.fn_retire_tool(${author.session}, ${id}, 'x')`).rejects.toMatchObject({
      code: "AL005",
    });
    await web`select agents.fn_retire_tool(${eva.session}, ${id}, 'No longer wanted.')`;
    await expect(ask(tool)).rejects.toMatchObject({ code: "AL021" });
    await expect(register({ ...contract, description: "Again." })).rejects.toMatchObject({ code: "AL030" });
    await expect(web`select agents.fn_ask_version_review(${author.session}, ${tool.versionId})`).rejects.toMatchObject({
      code: "AL011",
    });
  });
});

describe("a new version", () => {
  test("voids what waits for the one before", async () => {
    const contract = contractOf({ safetyClass: "write", egressClass: "write" });
    const before = await pinTool(database.admin, contract);
    const call = await ask(before);
    const { versionId } = await register({ ...contract, description: "Better words." });
    expect(await web`select status from agents.tool_invocations where id = ${call.id}`).toMatchObject([
      { status: "pending" },
    ]);
    await approve(versionId, [eva]);
    expect(await web`select status, error_code from agents.tool_invocations where id = ${call.id}`).toMatchObject([
      { status: "denied", error_code: "tool_not_runnable" },
    ]);
  });

  test("is asked about again after its review ran out, with votes of its own", async () => {
    const { versionId, approvalId } = await register(contractOf({ safetyClass: "financial" }));
    await approve(versionId, [eva]);
    await database.admin`update agents.approvals set expires_at = now() - interval '1 minute' where id = ${approvalId}`;
    await database.as("housekeeper")`select agents.fn_sweep(50)`;
    await web`select agents.fn_ask_version_review(${author.session}, ${versionId})`;
    await approve(versionId, [sam]);
    expect(await web`select state from agents.tool_versions where id = ${versionId}`).toMatchObject([
      { state: "review" },
    ]);
    await approve(versionId, [eva]);
    expect(await web`select state from agents.tool_versions where id = ${versionId}`).toMatchObject([
      { state: "approved" },
    ]);
  });
});

describe("an author key", () => {
  const issue = async (person: TestPerson) => {
    const made = makeBearerKey("aak");
    const [row] = await web<{ id: string }[]>`
      select agents.fn_issue_author_key(${person.session}, 'ci', ${made.prefix}, ${made.secretHash}, 30) as id`;
    return { key: made.key, id: row?.id ?? "" };
  };
  const registerWith = (key: string, contract = contractOf()) => {
    const { skeleton, folded } = nameKeys(contract.name);
    return gateway`
      select agents.fn_author_register_tool(${key}, ${canonicalJson(contract)}, ${bodyHash(contract)}, ${gateway.json(partHashes(contract))},
        ${skeleton}, ${folded}, '[]') as made`;
  };

  test("registers in its owner's name, who then cannot approve it", async () => {
    const { key } = await issue(author);
    const [row] = await registerWith(key);
    const [version] = await web`select author_id, source from agents.tool_versions where id = ${row?.made.versionId}`;
    expect(version).toEqual({ author_id: author.id, source: "http" });
  });

  test("is worth what its owner may do at this moment, and nothing once revoked", async () => {
    const someone = await makePerson(database.admin, "operator");
    const { key, id } = await issue(someone);
    await database.admin`update agents.people set role = 'viewer' where id = ${someone.id}`;
    await expect(registerWith(key)).rejects.toMatchObject({ code: "AL005" });
    await database.admin`update agents.people set role = 'operator' where id = ${someone.id}`;
    await registerWith(key);
    await expect(web`select agents.fn_revoke_author_key(${eva.session}, ${id})`).rejects.toMatchObject({
      code: "AL028",
    });
    await web`select agents.fn_revoke_author_key(${someone.session}, ${id})`;
    await expect(registerWith(key)).rejects.toMatchObject({ code: "AL008" });
    await expect(registerWith(agent.key)).rejects.toMatchObject({ code: "AL008" });
    await expect(registerWith(spoilt(key))).rejects.toMatchObject({ code: "AL008" });
  });

  test("asks for no call", async () => {
    const { key } = await issue(author);
    await expect(ask({ name: "x", definitionHash: key })).rejects.toMatchObject({ code: "AL020" });
    await expect(gateway`select agents.fn_tools_of_agent(${key})`).rejects.toMatchObject({ code: "AL004" });
  });
});

describe("an action type", () => {
  test("that is built in is known here and in the program alike", async () => {
    const rows = await web<{ name: string }[]>`select name from agents.action_types where built_in`;
    expect(rows.map(({ name }) => name).sort()).toEqual([...ACTION_TYPES].sort());
  });

  test.each(["network:scan", "git:bisect", "deployment:try", "database_write:x"])(
    "%s is none, as its family is another word for one of ours; control: the same of another family is",
    async (name) => {
      const register = (type: string) =>
        web`select agents.fn_register_action_type(${admin.session}, ${type}, 'Does something.')`;
      const message = expect.stringContaining("is another word for one of ours");
      await expect(register(name)).rejects.toMatchObject({ code: "AL026", message });
      await register(`own_${name}`);
    },
  );

  test("of an admin's own serves once it is registered, and not before", async () => {
    const contract = contractOf({ actionType: "crm:merge" });
    await expect(register(contract)).rejects.toMatchObject({ code: "AL026" });
    await expect(
      web`select agents.fn_register_action_type(${author.session}, 'crm:merge', 'Merges two customers.')`,
    ).rejects.toMatchObject({ code: "AL005" });
    await web`select agents.fn_register_action_type(${admin.session}, 'crm:merge', 'Merges two customers.')`;
    await register(contract);
    await expect(database.admin`delete from agents.action_types where name = 'crm:merge'`).rejects.toMatchObject({
      code: "AL032",
    });
  });
});

test("a rehearsal says what would be decided, for each agent, and leaves nothing behind", async () => {
  const tool = await pinTool(database.admin, contractOf({ safetyClass: "privileged" }));
  const { id } = await toolOf(tool.name);
  const before = await database.admin`select count(*) from audit.events`;
  const [row] = await web`select agents.fn_rehearse_call(${eva.session}, ${id}, ${[agent.id]}) as answer`;
  expect(row?.answer).toMatchObject([
    {
      agentId: agent.id,
      actsAt: "standard",
      tier: "dual",
      lines: [{ rule: "safety.privileged", concluded: "hold", people: 2 }],
    },
  ]);
  expect(await database.admin`select count(*) from audit.events`).toEqual(before);
});
