import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractOf, makeAgent, makePerson, pinTool } from "#db/testing/fixtures.ts";
import { makeStepUp, totpCode } from "#db/testing/proof-fixtures.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { attempt } from "#lib/errors/attempt.ts";
import type { Session } from "#lib/sessions/session.ts";
import { beginEnrolment } from "./begin-enrolment.ts";
import { beginStepUp } from "./begin-step-up.ts";
import { confirmAuthenticator } from "./confirm-authenticator.ts";
import { enrolAuthenticator } from "./enrol-authenticator.ts";
import { enrolPasskey } from "./enrol-passkey.ts";
import { listProofs } from "./list-proofs.ts";
import { proveWithCode } from "./prove-with-code.ts";
import { proveWithPasskey } from "./prove-with-passkey.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { SoftPasskey } from "./testing/soft-passkey.ts";

/** With real signatures: browser's answer, web process and database together. */
let database: TestDatabase;
let web: Sql;
let ana: Session;
let item: { subjectId: string; digest: string };
const party = relyingPartyOf("http://localhost:3000");
const passkey = new SoftPasskey();

beforeAll(async () => {
  database = await createTestDatabase();
  web = database.as("web");
  const { id, session } = await makePerson(database.admin, "operator");
  ana = {
    token: session,
    sessionId: id,
    personId: id,
    name: "Ana",
    email: "ana@example.test",
    role: "operator",
    expiresAt: new Date().toISOString(),
  };
  const agent = await makeAgent(database.admin, (await makePerson(database.admin, "operator")).id);
  const tool = await pinTool(database.admin, contractOf({ safetyClass: "privileged", egressClass: "write" }));
  const [row] = await database.as("gateway")<{ id: string }[]>`
    select agents.fn_invoke_tool(${agent.key}, ${tool.name}, '{}', ${tool.definitionHash}, '[]', 'effect') ->> 'id' as id`;
  const [call] = await web<{ subjectId: string; digest: string }[]>`
    select id as "subjectId", binding_digest as digest from agents.tool_invocations where id = ${row?.id ?? ""}`;
  if (!call) throw new Error("no call");
  item = call;
});
afterAll(async () => {
  await database.drop();
});

async function asked() {
  const outcome = await beginStepUp(web, ana.token, party, item);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
}

test("somebody without a passkey is told what would do, and asked nothing", async () => {
  expect(await asked()).toEqual({ id: null, allowed: ["passkey"], methods: [], passkey: null });
});

test("a passkey that was made here proves presence for the item that it was asked for, and no other answer does", async () => {
  const begun = await beginEnrolment(web, ana, party);
  if (!begun.ok) throw new Error(begun.message);
  expect(begun.value.methods).toEqual(["password"]);
  const proved = await makeStepUp(database.admin, ana.personId, null, "password");
  const kept = await enrolPasskey(web, ana.token, party, {
    stepUp: proved.id,
    name: "laptop",
    answer: passkey.make({ challenge: proved.challenge }),
  });
  expect(kept).toMatchObject({ ok: true });
  expect(await listProofs(web, ana.personId)).toMatchObject([{ passkeys: [{ name: "laptop", usedAt: null }] }]);

  const question = await asked();
  const challenge = question.passkey?.challenge ?? "";
  const stepUp = question.id ?? "";
  const give = (answer: ReturnType<SoftPasskey["sign"]>) =>
    attempt(() => proveWithPasskey(web, ana, party, { stepUp, answer })).then((outcome) =>
      outcome.ok ? outcome.value : outcome,
    );
  const another = await asked();
  expect(
    await give(passkey.sign({ challenge: another.passkey?.challenge ?? "" })),
    "of another question",
  ).toMatchObject({
    code: "step_up_failed",
  });
  expect(await give(new SoftPasskey().sign({ challenge })), "of a stranger").toMatchObject({ code: "step_up_failed" });
  expect(await give(passkey.sign({ challenge }))).toEqual({ ok: true, value: { id: stepUp } });
  expect(await give(passkey.sign({ challenge })), "twice").toMatchObject({ code: "step_up_failed" });
});

test("an app is set up by its first code, and its codes prove; a wrong one says how many tries are left", async () => {
  const { id, session } = await makePerson(database.admin, "operator");
  const ben = { ...ana, token: session, personId: id };
  const first = await makeStepUp(database.admin, id, null, "password");
  const shown = await enrolAuthenticator(web, ben, "localhost:3000", { stepUp: first.id });
  expect(shown).toMatchObject({ ok: true });
  const [app] = await database.admin<{ seed: Buffer }[]>`select seed from agents.person_totp where person_id = ${id}`;
  const code = (beside: number) => totpCode(app?.seed ?? Buffer.alloc(0), beside);
  expect(await confirmAuthenticator(web, session, { code: code(-3) })).toMatchObject({ code: "step_up_failed" });
  expect(await confirmAuthenticator(web, session, { code: code(0) })).toMatchObject({ ok: true });

  const { id: stepUp } = await makeStepUp(database.admin, id, null, "password");
  expect(await proveWithCode(web, session, { stepUp, code: code(-3) })).toMatchObject({
    code: "step_up_failed",
    details: { left: 4 },
  });
  expect(await proveWithCode(web, session, { stepUp, code: code(1) })).toEqual({ ok: true, value: { id: stepUp } });
});

test("where the dashboard has no name, a passkey is refused with what to change", async () => {
  const nameless = relyingPartyOf("http://127.0.0.1:3000");
  expect(await beginStepUp(web, ana.token, nameless, item)).toMatchObject({ ok: false, code: "bad_configuration" });
});
