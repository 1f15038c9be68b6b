import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool, type TestAgent, type TestPerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { searchByName } from "#lib/operations/search-by-name.ts";
import type { Role } from "#lib/policy/vocabulary.ts";
import { canonicalJson } from "#lib/registry/canonical-json.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { decideReview } from "#lib/registry/decide-review.ts";
import { bodyHash, partHashes } from "#lib/registry/hash.ts";
import { askReview, quarantineTool } from "#lib/registry/hold-tool.ts";
import { nameKeys } from "#lib/registry/names.ts";
import { shownState } from "#lib/registry/shown-state.ts";
import { tryCall } from "#lib/registry/trial/try-call.ts";
import type { Viewer } from "#lib/sessions/session.ts";
import { countConcerns } from "./count-concerns.ts";
import { exportTools } from "./export-tools.ts";
import { listCallers } from "./list-callers.ts";
import { listReviews } from "./list-reviews.ts";
import { listTools } from "./list-tools.ts";
import { listTwins } from "./list-twins.ts";
import { readReview } from "./read-review.ts";
import { readTool } from "./read-tool.ts";
import { readVersion } from "./read-version.ts";
import type { ToolFilter } from "./tool-filter.ts";

/** The registry's pages, read with the dashboard's own login. */

let database: TestDatabase;
let web: Sql;
let author: TestPerson;
let rita: TestPerson;
let ravi: TestPerson;
let agent: TestAgent;

const viewer = ({ id }: TestPerson, role: Role): Viewer => ({ personId: id, name: "x", email: "x@example.test", role });
const ALARM = {
  rule: "poison.conceal",
  severity: "medium",
  start: 0,
  end: 4,
  cleanedStart: 0,
  cleanedEnd: 4,
  action: "none",
  path: "/description",
  reason: "It hides.",
};

async function register(contract: ToolContract, findings: readonly unknown[] = []): Promise<string> {
  const { skeleton, folded } = nameKeys(contract.name);
  const [row] = await web<{ answer: { versionId: string } }[]>`
    select agents.fn_register_tool(${author.session}, ${canonicalJson(contract)}, ${bodyHash(contract)},
      ${web.json(partHashes(contract))}, ${skeleton}, ${folded}, ${JSON.stringify(findings)}::text::jsonb) as answer`;
  return row?.answer.versionId ?? "";
}

async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const part of parts) text += part;
  return text;
}

const names = async (filter: Partial<ToolFilter>, limit?: number) =>
  (await listTools(web, { sort: "name", ...filter }, limit)).items.map(({ name }) => name);

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  author = await makePerson(database.admin, "operator");
  rita = await makePerson(database.admin, "reviewer", { roleAge: "30 days" });
  ravi = await makePerson(database.admin, "reviewer", { roleAge: "30 days" });
  agent = await makeAgent(database.admin, author.id);
  await pinTool(
    database.admin,
    contractOf({ name: "alpha_fetch", description: "Fetches a page from docs.example.org." }),
  );
  await pinTool(
    database.admin,
    contractOf({
      name: "beta_push",
      description: "Pushes.",
      safetyClass: "privileged",
      egressClass: "write",
      category: "version_control",
      actionType: "vcs:push",
    }),
  );
  await pinTool(database.admin, contractOf({ name: "gamma_read", description: "Reads a thing." }));
  await register(contractOf({ name: "delta_new", description: "Waits for somebody." }), [ALARM]);
});
afterAll(() => database.drop());

describe("the list", () => {
  it("goes by name, page after page, without a gap or a double", async () => {
    const first = await listTools(web, { sort: "name" }, 3);
    expect(first.items.map(({ name }) => name)).toEqual(["alpha_fetch", "beta_push", "delta_new"]);
    expect(await names({ before: first.next }, 3)).toEqual(["gamma_read"]);
  });

  it("goes by the last change, the newest first, page after page", async () => {
    const first = await listTools(web, { sort: "changed" }, 2);
    const rest = await listTools(web, { sort: "changed", before: first.next }, 10);
    const all = [...first.items, ...rest.items].map(({ name }) => name);
    expect(all[0]).toBe("delta_new");
    expect(new Set(all).size).toBe(4);
    expect(rest.next).toBeUndefined();
    expect(await names({ sort: "changed", before: "no id" })).toEqual([]);
  });

  it("shows a tool's description with its hash, also when no version is in force", async () => {
    const [tool] = (await listTools(web, { sort: "name", words: "delta" })).items;
    expect(tool).toMatchObject({
      name: "delta_new",
      pinned: false,
      description: "Waits for somebody.",
      undecided: 1,
      findings: 1,
      worst: "medium",
    });
    expect(tool?.descriptionHash).toBe(partHashes(contractOf({ description: "Waits for somebody." })).description);
  });

  it("is searched by the beginnings of words in names and descriptions", async () => {
    expect(await names({ words: "fetch pag" })).toEqual(["alpha_fetch"]);
    expect(await names({ words: "example" })).toEqual(["alpha_fetch"]);
    expect(await names({ words: "GAMMA" })).toEqual(["gamma_read"]);
    expect(await names({ words: "etches" })).toEqual([]);
    expect(await names({ words: "'); drop table" })).toEqual([]);
    expect(await names({ words: "&|!" })).toEqual([]);
  });

  it("is searched by the head of a definition's or a description's hash, of any version", async () => {
    const [tool] = (await listTools(web, { sort: "name", words: "gamma" })).items;
    const digits = tool?.definitionHash?.slice("al1:sha256:".length) ?? "";
    expect(await names({ words: digits.slice(0, 10) })).toEqual(["gamma_read"]);
    expect(await names({ words: tool?.definitionHash ?? "" })).toEqual(["gamma_read"]);
    expect(await names({ words: tool?.descriptionHash ?? "" })).toEqual(["gamma_read"]);
    expect(await names({ words: "al1:sha256:%" })).toEqual([]);
  });

  it("is narrowed by each of its filters, and by several at once", async () => {
    expect(await names({ safetyClass: "privileged" })).toEqual(["beta_push"]);
    expect(await names({ egressClass: "write", category: "version_control" })).toEqual(["beta_push"]);
    expect(await names({ egressClass: "write", category: "web" })).toEqual([]);
    expect(await names({ concern: "review" })).toEqual(["delta_new"]);
    expect(await names({ concern: "findings" })).toEqual(["delta_new"]);
    expect(await names({ state: "active" })).toEqual(["alpha_fetch", "beta_push", "gamma_read"]);
    expect(await names({ state: "waiting" })).toEqual(["delta_new"]);
    expect(await names({ state: "quarantined" })).toEqual([]);
    expect(await names({ source: "mcp" })).toEqual([]);
  });

  it("says that the guard set the approval of a tool that writes", async () => {
    expect((await listTools(web, { sort: "name", words: "beta" })).items[0]).toMatchObject({
      requiresApproval: true,
      approvalForced: true,
    });
    expect((await listTools(web, { sort: "name", words: "gamma" })).items[0]).toMatchObject({
      requiresApproval: false,
      approvalForced: false,
    });
  });

  it("counts what wants a look, and exports what it shows, line by line", async () => {
    expect(await countConcerns(web)).toEqual({ review: 1, findings: 1, drifted: 0, quarantined: 0 });
    const lines = await textOf(exportTools(web, { sort: "name", safetyClass: "read" }));
    expect(
      lines
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).name),
    ).toEqual(["alpha_fetch", "delta_new", "gamma_read"]);
  });
});

describe("a tool's page", () => {
  it("has the row in force, the versions, and each contract when it is looked at", async () => {
    const tool = await readTool(web, "beta_push");
    expect(tool).toMatchObject({
      source: "sdk",
      server: null,
      requiresApproval: true,
      approvalForced: true,
      versionCount: 1,
      recentCalls: 0,
    });
    expect(tool?.versions).toHaveLength(1);
    const version = await readVersion(web, tool?.id ?? "", 1);
    expect(version?.contract.description).toBe("Pushes.");
    expect(await readVersion(web, tool?.id ?? "", 2)).toBeUndefined();
    expect(await readTool(web, "no such")).toBeUndefined();
  });

  it("names other tools with the same body", async () => {
    const contract = contractOf({ name: "twin_one", description: "The very same." });
    await pinTool(database.admin, contract);
    await register({ ...contract, name: "twin_two" });
    const two = await readTool(web, "twin_two");
    expect(await listTwins(web, two?.id ?? "", bodyHash(contract))).toMatchObject([
      { tool: "twin_one", number: 1, state: "approved" },
    ]);
  });

  it("says for each agent what would become of a call and by which rule", async () => {
    const small = await makeAgent(database.admin, author.id, "sandboxed");
    const answer = async (name: string, asking: TestAgent) => {
      const tool = await readTool(web, name);
      if (!tool) throw new Error("no tool");
      const { items } = await listCallers(web, rita.session, tool);
      return items.find(({ agentId }) => agentId === asking.id);
    };
    expect(await answer("gamma_read", agent)).toMatchObject({ verdict: { kind: "run" }, recentCalls: 0 });
    expect(await answer("beta_push", agent)).toMatchObject({
      verdict: { kind: "hold", people: 2 },
      because: { rule: "safety.privileged" },
    });
    expect(await answer("beta_push", small)).toMatchObject({
      verdict: { kind: "deny" },
      because: { rule: "level.git" },
    });
    expect(await answer("delta_new", agent)).toMatchObject({
      verdict: { kind: "deny" },
      because: { rule: "contract.version" },
    });
  });
});

describe("a call that is only tried", () => {
  const trial = async (tool: string, input: string) => {
    const toolId = (await readTool(web, tool))?.id ?? "";
    return tryCall(web, rita.session, { toolId, agentId: agent.id, input });
  };
  const rows = async () =>
    (await database.admin<{ n: number }[]>`select count(*)::int as n from agents.tool_invocations`)[0]?.n;

  it("gets the database's own decision, with every check, and leaves nothing behind", async () => {
    await pinTool(
      database.admin,
      contractOf({
        name: "echo_read",
        inputSchema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
      }),
    );
    const [{ n: entries } = { n: 0 }] = await database.admin<
      { n: number }[]
    >`select count(*)::int as n from audit.events`;
    const tried = await trial("echo_read", '{"n":1}');
    expect(tried).toMatchObject({
      ok: true,
      value: { agent: agent.name, trace: { verdict: { kind: "run" }, tier: "low" } },
    });
    const refused = await trial("echo_read", '{"n":"one"}');
    expect(refused).toMatchObject({
      ok: true,
      value: { trace: { verdict: { kind: "deny" } }, problems: [{ pointer: "/n" }] },
    });
    expect(await trial("echo_read", "{")).toMatchObject({ ok: false, code: "invalid_input" });
    expect(await trial("delta_new", "{}")).toMatchObject({ ok: false, code: "tool_not_runnable" });
    expect(await rows()).toBe(0);
    expect((await database.admin<{ n: number }[]>`select count(*)::int as n from audit.events`)[0]?.n).toBe(entries);
  });

  it("is decided as the same call would be when it is asked", async () => {
    const { definitionHash } = await pinTool(
      database.admin,
      contractOf({ name: "held_write", safetyClass: "write", egressClass: "write", actionType: "fs:write" }),
    );
    const tried = await trial("held_write", "{}");
    const [asked] = await database.as("gateway")<{ call: { status: string } }[]>`
      select agents.fn_invoke_tool(${agent.key}, 'held_write', '{}', ${definitionHash}, '[]', 'Write') as call`;
    expect(tried).toMatchObject({ ok: true, value: { trace: { verdict: { kind: "hold", people: 1 } } } });
    expect(asked?.call.status).toBe("pending");
  });
});

describe("a tool whose first version was quarantined for what was found in it", () => {
  it("is shown, found and counted as quarantined, although its own row says that nothing stops it", async () => {
    await register(contractOf({ name: "eta_grave", description: "Hides it." }), [{ ...ALARM, severity: "high" }]);
    const [tool] = (await listTools(web, { sort: "name", words: "eta_grave" })).items;
    expect(tool).toMatchObject({ state: "active", pinned: false, newest: "quarantined" });
    expect(tool && shownState(tool)).toBe("quarantined");
    expect(await names({ state: "quarantined" })).toEqual(["eta_grave"]);
    expect(await names({ concern: "quarantined" })).toEqual(["eta_grave"]);
    expect(await searchByName(web, "eta_gra")).toMatchObject([{ kind: "tool", note: "not in force" }]);
    expect((await countConcerns(web)).quarantined).toBe(1);
    expect((await listReviews(web, rita.id)).items.find(({ tool: name }) => name === "eta_grave")).toMatchObject({
      findings: 1,
      worst: "high",
    });
  });
});

describe("a review", () => {
  it("is listed with how grave the change is, who asked, and, to those who have voted, how many have said yes", async () => {
    const contract = contractOf({ name: "epsilon", policy: { exec: "deny" } });
    await pinTool(database.admin, contract);
    const versionId = await register({ ...contract, policy: { exec: "allow" } });
    const { items } = await listReviews(web, rita.id);
    expect(items.find(({ tool }) => tool === "epsilon")).toMatchObject({
      number: 2,
      inForce: 1,
      severity: "critical",
      required: 2,
      votes: null,
      voted: false,
      isAuthor: false,
    });
    const review = await readReview(web, viewer(rita, "reviewer"), versionId);
    expect(review).toMatchObject({
      status: "pending",
      over: false,
      right: { approve: true, reject: true },
      votes: null,
    });
    expect(await readReview(web, viewer(author, "reviewer"), versionId)).toMatchObject({
      right: { approve: false, reject: true },
    });

    const seen = {
      approvalId: review?.id ?? "",
      digest: review?.digest ?? "",
      decision: "approve",
      reason: "Looked at it.",
      note: null,
    } as const;
    expect(await decideReview(web, rita.session, seen)).toMatchObject({
      ok: true,
      value: { status: "pending", votes: 1, required: 2 },
    });
    expect(await readReview(web, viewer(rita, "reviewer"), versionId)).toMatchObject({
      votes: [{ decision: "approve", reason: "Looked at it." }],
    });
    expect(await readReview(web, viewer(ravi, "reviewer"), versionId), "a second look stays one's own").toMatchObject({
      votes: null,
      right: { approve: true },
    });
    expect((await listReviews(web, ravi.id)).items.find(({ tool }) => tool === "epsilon")).toMatchObject({
      votes: null,
    });
    expect((await listReviews(web, rita.id)).items.find(({ tool }) => tool === "epsilon")).toMatchObject({
      votes: 1,
      voted: true,
    });
    await expect(decideReview(web, ravi.session, { ...seen, digest: "another" })).rejects.toMatchObject({
      code: "AL012",
    });
    expect(await decideReview(web, ravi.session, seen)).toMatchObject({ ok: true, value: { status: "approved" } });
    expect((await readTool(web, "epsilon"))?.versions[0]).toMatchObject({ number: 2, state: "approved" });
  });

  it("of a tool in quarantine can be asked for again, and its digest is another", async () => {
    await pinTool(database.admin, contractOf({ name: "zeta" }));
    const tool = await readTool(web, "zeta");
    await quarantineTool(web, rita.session, { toolId: tool?.id ?? "", reason: "It smells." });
    expect(await readTool(web, "zeta")).toMatchObject({
      state: "quarantined",
      stateReason: "It smells.",
      versions: [{ state: "quarantined" }],
    });
    expect(await names({ concern: "quarantined" })).toEqual(["eta_grave", "zeta"]);
    const versionId = tool?.versions[0]?.id ?? "";
    expect(await readReview(web, viewer(ravi, "reviewer"), versionId)).toBeUndefined();
    await askReview(web, author.session, versionId);
    expect(await readReview(web, viewer(ravi, "reviewer"), versionId)).toMatchObject({
      status: "pending",
      required: 1,
      right: { approve: true },
    });
  });

  it("is listed page by page, the oldest first", async () => {
    const all = (await listReviews(web, rita.id)).items.map(({ approvalId }) => approvalId);
    const first = await listReviews(web, rita.id, undefined, 1);
    const second = await listReviews(web, rita.id, first.next, 1);
    expect([first, second].flatMap(({ items }) => items.map(({ approvalId }) => approvalId))).toEqual(all.slice(0, 2));
    expect((await listReviews(web, rita.id, "no id")).items).toEqual([]);
  });
});
