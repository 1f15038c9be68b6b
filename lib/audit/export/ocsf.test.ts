import { expect, test } from "vitest";
import { z } from "zod";
import { type AuditEntry, auditEntrySchema } from "../entry.ts";
import { hashEntry } from "../hash-entry.ts";
import { OCSF_VERSION, renderOcsf } from "./ocsf.ts";

/** What OCSF 1.8.0 requires of the two classes and of the objects in them, and the values it knows; nothing unknown may stand beside it. */
const user = z.strictObject({
  uid: z.string().min(1),
  name: z.string(),
  type_id: z.union([0, 1, 2, 3, 4, 99].map((id) => z.literal(id))),
  type: z.string(),
});
const base = {
  activity_name: z.string(),
  class_name: z.string(),
  category_name: z.string(),
  severity: z.string(),
  severity_id: z.union([0, 1, 2, 3, 4, 5, 6, 99].map((id) => z.literal(id))),
  status: z.string(),
  time: z.int().positive(),
  type_uid: z.int(),
  message: z.string(),
  metadata: z.strictObject({
    version: z.literal("1.8.0"),
    product: z.strictObject({ name: z.string(), vendor_name: z.string(), version: z.string() }),
    log_name: z.string(),
    uid: z.string(),
    original_event_uid: z.string(),
    original_time: z.string(),
    sequence: z.int(),
    event_code: z.string(),
    profiles: z.array(z.literal("security_control")).optional(),
  }),
  resources: z.array(
    z.strictObject({ uid: z.string().min(1), type: z.string(), role_id: z.literal(1), role: z.literal("Target") }),
  ),
  unmapped: z.strictObject({ airlock: z.record(z.string(), z.union([z.string(), z.number()])) }),
};
const apiActivity = z.strictObject({
  ...base,
  class_uid: z.literal(6003),
  category_uid: z.literal(6),
  activity_id: z.union([0, 1, 2, 3, 4, 99].map((id) => z.literal(id))),
  status_id: z.union([0, 1, 2, 99].map((id) => z.literal(id))),
  actor: z.strictObject({ user }),
  api: z.strictObject({
    operation: z.string().min(1),
    service: z.strictObject({ name: z.string() }),
    request: z.strictObject({ uid: z.string() }),
  }),
  src_endpoint: z.strictObject({ name: z.string().min(1), svc_name: z.string() }),
});
const detectionFinding = z.strictObject({
  ...base,
  class_uid: z.literal(2004),
  category_uid: z.literal(2),
  activity_id: z.union([0, 1, 2, 3, 99].map((id) => z.literal(id))),
  status_id: z.union([0, 1, 2, 3, 4, 5, 6, 99].map((id) => z.literal(id))),
  finding_info: z.strictObject({
    uid: z.string().min(1),
    title: z.string(),
    desc: z.string().optional(),
    created_time: z.int(),
    types: z.array(z.string()),
  }),
  action_id: z.literal(2),
  action: z.literal("Denied"),
  disposition_id: z.literal(2),
  disposition: z.literal("Blocked"),
  evidences: z.array(
    z.strictObject({ actor: z.strictObject({ user }), api: z.strictObject({ operation: z.string() }) }),
  ),
});
const event = z
  .discriminatedUnion("class_uid", [apiActivity, detectionFinding])
  .refine(({ class_uid, activity_id, type_uid }) => type_uid === class_uid * 100 + activity_id, "type_uid");

function entryOf(change: Partial<AuditEntry> = {}): AuditEntry {
  const open = {
    version: 1 as const,
    lane: 3,
    seq: 17,
    atUs: "1791106200123456",
    actor: "person:0199b0f2",
    action: "invocation.approved",
    subject: "invocation:0199b0f3",
    body: '{"released": true}',
    prev: "1e".repeat(32),
    ...change,
  };
  return { ...open, hash: hashEntry(open) };
}

function render(change: Partial<AuditEntry> = {}) {
  const line = renderOcsf(entryOf(change), "0.1.0");
  expect(line.indexOf("\n")).toBe(line.length - 1);
  return event.parse(JSON.parse(line));
}

test.each([
  ["invocation.asked", "agent:1", 600301, "Create"],
  ["invocation.approved", "person:1", 600303, "Update"],
  ["passkey.enrolled", "person:1", 600301, "Create"],
  ["output.raw_read", "person:1", 600302, "Read"],
  ["agent_key.revoked", "person:1", 600304, "Delete"],
  ["kill_switch.thrown", "person:1", 600399, "kill_switch.thrown"],
  ["worker.started", "worker:1", 600399, "worker.started"],
  ["demo.loaded", "system", 600399, "demo.loaded"],
  ["odd", "", 600399, "odd"],
])("%s is an API activity of the kind its name says", (action, actor, typeUid, activity) => {
  expect(render({ action, actor })).toMatchObject({ type_uid: typeUid, activity_name: activity, time: 1791106200123 });
});

test.each([
  [{ action: "invocation.asked", body: '{"tool": "send_mail", "status": "denied"}' }, "Call of send_mail denied"],
  [{ action: "invocation.denied", body: '{"reason": "The agent is frozen."}' }, "Call denied"],
])("a denial is a detection finding: %o", (change, title) => {
  expect(render(change)).toMatchObject({
    type_uid: 200401,
    finding_info: { uid: "3-17", title },
    metadata: { profiles: ["security_control"] },
  });
});

test("what a person or a tool made fail is no success", () => {
  expect(render({ action: "invocation.rejected" })).toMatchObject({ class_uid: 6003, status_id: 2, severity_id: 2 });
  expect(render({ action: "person.sign_in_failed" })).toMatchObject({ status: "Failure" });
  expect(render({ action: "passkey.count_fell" })).toMatchObject({ status: "Failure" });
});

test("the entry's hash can be computed again from the event alone", () => {
  const { airlock } = render().unmapped;
  const { at_us, ...fields } = airlock;
  const entry = auditEntrySchema.parse({ ...fields, atUs: at_us });
  expect(hashEntry(entry)).toBe(entry.hash);
  expect(OCSF_VERSION).toBe("1.8.0");
});

test("the body of a log that was tampered with does not stop an export", () => {
  expect(render({ body: "not JSON" })).toMatchObject({ class_uid: 6003 });
});
