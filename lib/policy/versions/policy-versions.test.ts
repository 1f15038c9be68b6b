import fc from "fast-check";
import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeAgent, makePerson, type TestAgent, type TestPerson } from "#db/testing/fixtures.ts";
import { putPolicy } from "#db/testing/put-policy.ts";
import { takeOut } from "#db/testing/take-out.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { readPolicyItem } from "#lib/approvals/items/read-policy-item.ts";
import { type AccessGrant, meetGrants, RESTRICTED_COMMANDS } from "#lib/policy/access-level.ts";
import { arbitraryGrant, arbitraryPolicy } from "#lib/policy/document/arbitrary-policy.fixture.ts";
import { POLICY_AS_SHIPPED } from "#lib/policy/document/as-shipped.ts";
import { EDITS } from "#lib/policy/document/changes.fixture.ts";
import { checkLevels } from "#lib/policy/document/check-levels.ts";
import type { PolicyDocument } from "#lib/policy/document/policy-document.ts";
import { widens } from "#lib/policy/document/widens.ts";
import { decideReview } from "#lib/registry/decide-review.ts";
import { listPolicyVersions } from "./list-policy-versions.ts";
import type { PolicyVersionDetail } from "./policy-version.ts";
import { type ProposedPolicy, proposePolicy } from "./propose-policy.ts";
import { readPolicyInForce } from "./read-policy-in-force.ts";
import { readPolicyVersion } from "./read-policy-version.ts";

let database: TestDatabase;
let web: Sql;
let admin: TestPerson;
let reviewers: TestPerson[];

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web", 1);
  await database.admin`update agents.settings set least = 0, value = 0 where name = 'step_up'`;
  admin = await makePerson(database.admin, "admin");
  reviewers = await Promise.all([1, 2].map(() => makePerson(database.admin, "reviewer", { roleAge: "3 days" })));
});
afterAll(() => database.drop());

/** Holds financial calls for so many people: two narrow, one widens again. */
function financial(people: number): PolicyDocument {
  const document = structuredClone(POLICY_AS_SHIPPED);
  document.classes.safety.financial.people = people;
  return document;
}

async function propose(document: PolicyDocument, by = admin): Promise<ProposedPolicy> {
  const { version: base } = await readPolicyInForce(web);
  const proposed = await proposePolicy(web, by.session, { document, base, reason: "Because." });
  if (!proposed.ok) throw new Error(proposed.message);
  return proposed.value;
}

async function read(version: number): Promise<PolicyVersionDetail> {
  const found = await readPolicyVersion(web, version);
  if (!found) throw new Error(`no version ${version}`);
  return found;
}

async function answer(
  version: number,
  reviewer: TestPerson | undefined,
  decision: "approve" | "reject",
): Promise<void> {
  const { approvalId, digest } = await read(version);
  await decideReview(web, reviewer?.session ?? "", {
    approvalId: approvalId ?? "",
    digest: digest ?? "",
    decision,
    reason: "Read it.",
    note: null,
  });
}

describe("the versions of a policy", () => {
  test("what ships is in force at first, as it is written", async () => {
    const inForce = await readPolicyInForce(web);
    expect(inForce.document).toEqual(POLICY_AS_SHIPPED);
    expect(await read(inForce.version)).toMatchObject({ state: "in force", author: null, approvalId: null });
  });

  test("a proposed one waits, and decides once enough people who did not write it have said so", async () => {
    const before = await readPolicyInForce(web);
    const narrower = await propose(financial(2));
    expect(narrower).toMatchObject({ widens: false, required: 1 });
    expect(await read(narrower.version)).toMatchObject({
      state: "proposed",
      votes: null,
      base: before.version,
      authorId: admin.id,
      author: expect.stringContaining("admin"),
      reason: "Because.",
      activatedAt: null,
    });
    expect((await readPolicyInForce(web)).version).toBe(before.version);
    await answer(narrower.version, reviewers[0], "approve");
    expect(await readPolicyInForce(web)).toEqual({ version: narrower.version, document: financial(2) });
    expect(await read(narrower.version)).toMatchObject({ state: "in force", votes: 1, required: 1 });
    expect((await read(before.version)).state).toBe("replaced");

    const wider = await propose(financial(1));
    expect(wider).toMatchObject({ widens: true, required: 2 });
    await answer(wider.version, reviewers[0], "approve");
    expect((await read(wider.version)).state).toBe("proposed");
    await answer(wider.version, reviewers[1], "approve");
    expect((await readPolicyInForce(web)).version).toBe(wider.version);
  });

  test("one no is enough, and what another one overtook is void", async () => {
    const { version: inForce } = await readPolicyInForce(web);
    const refused = await propose(financial(2));
    const overtaken = await propose({
      ...financial(2),
      checks: [{ name: "dlp", url: "https://dlp.example/", timeout_ms: 500 }],
    });
    await answer(refused.version, reviewers[0], "reject");
    expect((await read(refused.version)).state).toBe("rejected");
    expect((await readPolicyInForce(web)).version).toBe(inForce);
    const other = await propose(financial(2));
    await answer(other.version, reviewers[0], "approve");
    expect((await read(overtaken.version)).state).toBe("void");
  });

  test("one that nobody answers in time is expired", async () => {
    const { version } = await propose({
      ...financial(2),
      checks: [{ name: "late", url: "https://l.example/", timeout_ms: 500 }],
    });
    await database.admin`
      update agents.approvals set expires_at = now() - interval '1 second'
      where subject_id = (select id from agents.policy_versions where version = ${version})`;
    expect((await read(version)).state).toBe("expired");
  });

  test("a bad one is refused whole, and the old one stays in force", async () => {
    const { version: base } = await readPolicyInForce(web);
    const document = financial(2);
    document.profiles.bad = {
      description: "",
      rules: [],
      human_approval: ["deploi"],
      approval_minutes: {},
      budgets: [],
    };
    const refused = await proposePolicy(web, admin.session, { document, base, reason: "Because." });
    expect(refused).toMatchObject({ ok: false, code: "policy_invalid", message: expect.stringContaining("deploi") });
    const stale = await proposePolicy(web, admin.session, {
      document: financial(1),
      base: base - 1,
      reason: "Because.",
    });
    expect(stale).toMatchObject({ ok: false, code: "stale_payload" });
    expect((await readPolicyInForce(web)).version).toBe(base);
  });

  test("are listed newest first, page by page", async () => {
    const all = await listPolicyVersions(web);
    expect(all.next).toBeUndefined();
    const first = await listPolicyVersions(web, undefined, 2);
    const second = await listPolicyVersions(web, first.next, 100);
    expect([...first.items, ...second.items]).toEqual(all.items);
    expect(all.items.map(({ version }) => version)).toEqual(
      all.items.map(({ version }) => version).toSorted((a, b) => b - a),
    );
    expect(all.items.filter(({ state }) => state === "in force")).toHaveLength(1);
  });

  test("there is none of a number that nobody wrote", async () => {
    expect(await readPolicyVersion(web, 99_999)).toBeUndefined();
  });
});

describe("a list of what is free, which frees actions that are no tool's", () => {
  const BARE = { description: "", rules: [], human_approval: [], approval_minutes: {}, budgets: [] };
  const ENTRY = { allow: [], deny: [], enforce_tool_policies: true };
  const policyOf = (profiles: PolicyDocument["profiles"], agents: PolicyDocument["agents"]): PolicyDocument => ({
    ...POLICY_AS_SHIPPED,
    profiles: { ...POLICY_AS_SHIPPED.profiles, ...profiles },
    agents,
  });
  const asks = async ({ key }: TestAgent) => {
    const [row] = await database.as("gateway", 1)<
      { status: string }[]
    >`select agents.fn_ask_action(${key}, 'org:hire', '{}') ->> 'status' as status`;
    return row?.status;
  };

  test("takes two reviewers as an agent's first: by a new profile, by a list in one it has, or by one that is given to it", async () => {
    const agent = await makeAgent(database.admin, admin.id);
    const own = (...profiles: string[]) => ({ [agent.name]: { ...ENTRY, profiles } });
    const free = { ...BARE, auto_approve: ["deploy", "org", "comms"] };
    for (const [before, after] of [
      [policyOf({}, {}), policyOf({ free }, own("free"))],
      [policyOf({ free: BARE }, own("free")), policyOf({ free }, own("free"))],
      [policyOf({ free }, {}), policyOf({ free }, own("free"))],
    ] as const) {
      await putPolicy(database.admin, before);
      expect(await asks(agent)).toBe("pending");
      const proposed = await propose(after);
      expect(proposed).toMatchObject({ widens: true, required: 2 });
      await answer(proposed.version, reviewers[0], "approve");
      expect(await asks(agent), "one reviewer").toBe("pending");
      await answer(proposed.version, reviewers[1], "approve");
      expect(await asks(agent), "control: by both of them it is free").toBe("approved");
    }
    const more = await propose(
      policyOf({ free, other: { ...BARE, auto_approve: ["org", "design"] } }, own("free", "other")),
    );
    expect(more, "a second list").toMatchObject({ widens: false, required: 1 });
  });

  test("control: by the definition before, one reviewer frees hiring", async () => {
    const agent = await makeAgent(database.admin, admin.id);
    await putPolicy(database.admin);
    await takeOut(database.admin, "airlock.policy_widens", "'auto_approve'] <> '[]'", "'auto_approve'] is null");
    const after = policyOf(
      { free: { ...BARE, auto_approve: ["org"] } },
      { [agent.name]: { ...ENTRY, profiles: ["free"] } },
    );
    const proposed = await propose(after);
    await answer(proposed.version, reviewers[0], "approve");
    expect(await asks(agent)).toBe("approved");
    await takeOut(database.admin, "airlock.policy_widens", "'auto_approve'] is null", "'auto_approve'] <> '[]'");
  });
});

describe("who owns an agent that a version gives more", () => {
  const BARE = { description: "", rules: [], human_approval: ["deploy"], approval_minutes: {}, budgets: [] };
  let own: TestAgent;
  let before: PolicyDocument;

  beforeAll(async () => {
    own = await makeAgent(database.admin, reviewers[0]?.id ?? "", "restricted");
    before = {
      ...POLICY_AS_SHIPPED,
      profiles: { ...POLICY_AS_SHIPPED.profiles, shared: BARE, others: BARE },
      agents: { [own.name]: { profiles: ["shared"], allow: [], deny: [], enforce_tool_policies: true } },
    };
  });

  const levelled = (level: string, change: object): PolicyDocument => {
    const document = structuredClone(before);
    Object.assign(document.tool_access.levels[level] ?? {}, change);
    return document;
  };
  const profiled = (name: string, change: object): PolicyDocument => ({
    ...before,
    profiles: { ...before.profiles, [name]: { ...BARE, ...change } },
  });

  /** What the page says to the owner. */
  const right = async (version: number) => {
    const viewer = { personId: reviewers[0]?.id ?? "", name: "", email: "", role: "reviewer" } as const;
    return (await readPolicyItem(web, viewer, (await read(version)).id))?.right;
  };

  test.each<[string, () => PolicyDocument]>([
    ["by a profile that it has", () => profiled("shared", { human_approval: [] })],
    ["by a first list in a profile that it has", () => profiled("shared", { auto_approve: ["org"] })],
    ["by the level that was declared for it", () => levelled("restricted", { git: "full" })],
  ])("does not put it in force, %s", async (_how, write) => {
    await putPolicy(database.admin, before);
    const { version } = await propose(write());
    const { approvalId, digest } = await read(version);
    const vote = {
      approvalId: approvalId ?? "",
      digest: digest ?? "",
      decision: "approve",
      reason: "Read it.",
      note: null,
    } as const;
    const [owner, other] = reviewers;
    await expect(decideReview(web, owner?.session ?? "", vote)).rejects.toMatchObject({ code: "AL006" });
    expect(await right(version), "and the page says so").toMatchObject({
      approve: false,
      reject: true,
      sentence: expect.stringContaining(own.name),
    });
    expect(await decideReview(web, other?.session ?? "", vote), "control: another may").toMatchObject({ ok: true });
  });

  test.each<[string, () => PolicyDocument]>([
    ["a profile that it has asks for more", () => profiled("shared", { human_approval: ["deploy", "org"] })],
    ["another profile asks for less", () => profiled("others", { human_approval: [] })],
    ["its level reaches less", () => levelled("restricted", { git: "local_only" })],
    ["a level above its own reaches more", () => levelled("standard", { terminal: "full" })],
  ])("may where %s", async (_what, write) => {
    await putPolicy(database.admin, before);
    const { version } = await propose(write());
    expect(await right(version)).toMatchObject({ approve: true, sentence: null });
    await answer(version, reviewers[0], "approve");
  });
});

describe("the database and we say alike what widens", () => {
  const pairs = fc.sample(
    fc.tuple(
      arbitraryPolicy(),
      arbitraryPolicy(),
      fc.shuffledSubarray([...EDITS], { minLength: 3, maxLength: 3 }),
      fc.nat(20),
    ),
    { numRuns: 120, seed: 7 },
  );

  test("for policies at random, and for each after a few edits", async () => {
    const cases = pairs.flatMap(([one, other, edits, pick]) => {
      const singly = edits.map(({ apply }) => {
        const after = structuredClone(one);
        apply(after, pick);
        return [one, after] as const;
      });
      return [...singly, [one, other] as const, [one, one] as const];
    });
    const ours = cases.map(([before, after]) => widens(before, after));
    const rows = await database.admin<{ wider: boolean }[]>`
      select airlock.policy_widens(c -> 0, c -> 1) as wider
      from jsonb_array_elements(${JSON.stringify(cases)}::text::jsonb) with ordinality as t (c, at) order by at`;
    const mismatches = rows.flatMap(({ wider }, index) => (wider === ours[index] ? [] : [index]));
    expect(mismatches).toEqual([]);
    expect(new Set(ours)).toEqual(new Set([true, false]));
  });

  test("for each line, both ways", async () => {
    for (const { what, apply } of EDITS) {
      const found = pairs.find(([policy]) => apply(structuredClone(policy), 0));
      if (!found) throw new Error(`no policy has a line for: ${what}`);
      const after = structuredClone(found[0]);
      apply(after, 0);
      const [row] = await database.admin<{ wider: boolean }[]>`
        select airlock.policy_widens(${JSON.stringify(found[0])}::text::jsonb, ${JSON.stringify(after)}::text::jsonb) as wider`;
      expect(row?.wider, what).toBe(widens(found[0], after));
    }
  });
});

test("the database and we say alike whether levels are in order", async () => {
  const grants = fc.sample(fc.tuple(arbitraryGrant(), arbitraryGrant()), { numRuns: 300, seed: 7 });
  const cases = grants.flatMap(([lower, upper]) => [
    [lower, upper] as const,
    [meetGrants(upper, lower), upper] as const,
  ]);
  const ours = cases.map(([restricted, standard]) => {
    const levels = { sandboxed: restricted, restricted, standard, elevated: standard };
    return checkLevels({ tool_access: { levels } }).length > 0;
  });
  const rows = await database.admin<{ further: boolean }[]>`
    select airlock.reaches_further(c -> 0, c -> 1) as further
    from jsonb_array_elements(${JSON.stringify(cases)}::text::jsonb) with ordinality as t (c, at) order by at`;
  expect(rows.flatMap(({ further }, index) => (further === ours[index] ? [] : [cases[index]]))).toEqual([]);
  expect(new Set(ours)).toEqual(new Set([true, false]));
});

test("the database and we mean the same programs by restricted commands", async () => {
  const [row] = await database.admin<{ restricted: string[]; any: string[] | null }[]>`
    select airlock.commands_of('restricted_commands', null) as restricted, airlock.commands_of('full', null) as any`;
  expect(row).toEqual({ restricted: [...RESTRICTED_COMMANDS], any: null });
});

test("the database and we meet grants alike, whole ones and an agent's narrowing", async () => {
  const whole = fc.sample(fc.tuple(arbitraryGrant(), arbitraryGrant()), { numRuns: 300, seed: 11 });
  const partly = whole.map(([grant, { terminal, network, requires_approval, commands }], at) => {
    const said = [{ terminal, commands }, { network, requires_approval }, { commands }, { deployment: false }][at % 4];
    return [grant, said ?? {}] as const;
  });
  const cases = [...whole, ...partly];
  const sorted = (grant: { requires_approval: string[]; commands?: string[] | undefined }) => ({
    ...grant,
    requires_approval: grant.requires_approval.toSorted(),
    ...(grant.commands ? { commands: grant.commands.toSorted() } : {}),
  });
  const rows = await database.admin<{ met: AccessGrant }[]>`
    select airlock.meet_grants(c -> 0, c -> 1) as met
    from jsonb_array_elements(${JSON.stringify(cases)}::text::jsonb) with ordinality as t (c, at) order by at`;
  expect(rows.map(({ met }) => sorted(met))).toEqual(cases.map(([left, right]) => sorted(meetGrants(left, right))));
});
