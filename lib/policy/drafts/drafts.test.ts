import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeAgent, makePerson, type TestAgent, type TestPerson } from "#db/testing/fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { renderPolicy } from "#lib/policy/document/render-policy.ts";
import { listPolicyVersions } from "#lib/policy/versions/list-policy-versions.ts";
import { listProposedPolicies } from "#lib/policy/versions/list-proposed-policies.ts";
import { readPolicyInForce } from "#lib/policy/versions/read-policy-in-force.ts";
import { decideReview } from "#lib/registry/decide-review.ts";
import { checkDraft } from "./check-draft.ts";
import { draftAgentEntry } from "./draft-agent-entry.ts";
import { proposeDraft } from "./propose-draft.ts";
import { rebaseDraft } from "./rebase-draft.ts";

let database: TestDatabase;
let web: Sql;
let admin: TestPerson;
let eva: TestPerson;
let agent: TestAgent;

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web", 2);
  admin = await makePerson(database.admin, "admin");
  eva = await makePerson(database.admin, "reviewer", { roleAge: "90 days" });
  agent = await makeAgent(database.admin, eva.id, "standard");
  // Somebody beside the agent's owner, or no policy could ask for a person.
  await makePerson(database.admin, "operator", { roleAge: "90 days" });
});
afterAll(() => database.drop());

const textNow = async () => renderPolicy((await readPolicyInForce(web)).document);

async function putInForce(text: string): Promise<number> {
  const { version: base } = await readPolicyInForce(web);
  const proposed = await proposeDraft(web, admin.session, { text, base, reason: "For the test." });
  if (!proposed.ok) throw new Error(proposed.message);
  const [review] = await listProposedPolicies(web);
  const vote = { decision: "approve", reason: "Read it.", note: null } as const;
  await decideReview(web, eva.session, { ...vote, approvalId: review?.approvalId ?? "", digest: review?.digest ?? "" });
  return proposed.value.version;
}

describe("a draft of the policy", () => {
  it("with a mistake is refused with its line, and nothing of it is kept", async () => {
    const before = await listPolicyVersions(web);
    const text = (await textNow()).replace("fs:delete", "fs:shred");
    const line = text.split("\n").findIndex((each) => each.includes("fs:shred")) + 1;
    const refused = { ok: false, code: "policy_invalid", details: { errors: [{ line }] } };
    expect(await checkDraft(web, text)).toMatchObject(refused);
    const base = (await readPolicyInForce(web)).version;
    expect(await proposeDraft(web, admin.session, { text, base, reason: "Try." })).toMatchObject(refused);
    expect(await listPolicyVersions(web)).toEqual(before);
  });

  it("written from what is no longer in force is refused, and stands on the new version once it is carried over", async () => {
    const old = await readPolicyInForce(web);
    const written = await draftAgentEntry(web, { agent: agent.name, entry: { deny: ["rm"] } });
    if (!written.ok) return expect.fail(written.message);
    const draft = { text: written.value.text.replace("deny: [rm]", "narrow: { network: none }"), base: old.version };
    await putInForce((await textNow()).replace(/(read:\n +people: )0/, "$11"));
    expect(await proposeDraft(web, admin.session, { ...draft, reason: "Mine." })).toMatchObject({ ok: false });
    const rebased = await rebaseDraft(web, draft);
    if (!rebased.ok) return expect.fail(rebased.message);
    expect(rebased.value).toMatchObject({ base: (await readPolicyInForce(web)).version, clashes: [] });
    expect(await checkDraft(web, rebased.value.text)).toMatchObject({
      ok: true,
      value: { widens: false, required: 1, changes: [{ path: `/agents/${agent.name}/narrow/network` }] },
    });
  });

  it("made by an agent's form changes that agent alone, and an entry that says nothing is none", async () => {
    const before = await readPolicyInForce(web);
    const said = await draftAgentEntry(web, { agent: agent.name, entry: { profiles: ["autonomy_locked"] } });
    if (!said.ok) return expect.fail(said.message);
    expect(await checkDraft(web, said.value.text)).toMatchObject({
      value: { changes: [{ path: `/agents/${agent.name}/profiles` }] },
    });
    expect(await draftAgentEntry(web, { agent: agent.name, entry: {} })).toMatchObject({
      value: { text: renderPolicy(before.document) },
    });
    expect(await draftAgentEntry(web, { agent: agent.name, entry: { profiles: 1 } })).toMatchObject({ ok: false });
  });
});
