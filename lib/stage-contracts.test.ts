import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type AuditEntry, auditEntrySchema } from "#lib/audit/entry.ts";
import { ERRORS } from "#lib/errors/codes.ts";
import { denialDataSchema, eventSchema } from "#lib/gateway/event.ts";
import { accessGrantSchema } from "#lib/policy/access-level.ts";
import { strictest } from "#lib/policy/decision/strictest.ts";
import { decisionTraceSchema } from "#lib/policy/decision-trace.ts";
import { describeEffect } from "#lib/policy/effect.ts";
import { toolPolicySchema } from "#lib/policy/tool-policy.ts";
import { canonicalJson } from "#lib/registry/canonical-json.ts";
import { toolContractSchema } from "#lib/registry/contract.ts";
import { hashDefinition } from "#lib/registry/hash.ts";
import { checkSchemas, validateInput } from "#lib/registry/validate.ts";
import { sandboxPlanSchema } from "#lib/sandbox/plan.ts";
import { sandboxResultSchema } from "#lib/sandbox/result.ts";
import { findingSchema } from "#lib/sanitise/finding.ts";

/**
 * The contracts between the stages, held still. `<name>.schema.json` is the JSON Schema of each, `<name>.example.json` a
 * worked document that has to stay readable. Contracts grow compatibly: a new field is optional, a word is never taken
 * away. A schema file is written again on purpose only; an example is written by hand.
 */
const CONTRACTS: [golden: string, schema: z.ZodType][] = [
  ["registry/golden/tool-contract", toolContractSchema],
  ["policy/golden/tool-policy", toolPolicySchema],
  ["policy/golden/access-level", accessGrantSchema],
  ["policy/golden/decision-trace", decisionTraceSchema],
  ["sandbox/golden/sandbox-plan", sandboxPlanSchema],
  ["sandbox/golden/sandbox-result", sandboxResultSchema],
  ["sanitise/golden/finding", findingSchema],
  ["gateway/golden/event", eventSchema],
  ["gateway/golden/denial", denialDataSchema],
  ["audit/golden/audit-entry", auditEntrySchema],
];
const ON_PURPOSE = process.env.AIRLOCK_WRITE_GOLDEN === "1";

function pathOf(golden: string): string {
  return join(import.meta.dirname, golden);
}

function readGolden(golden: string): unknown {
  return JSON.parse(readFileSync(pathOf(golden), "utf8"));
}

function compareWithGolden(golden: string, now: unknown): void {
  if (ON_PURPOSE) writeFileSync(pathOf(golden), `${JSON.stringify(now, null, 2)}\n`);
  expect(
    now,
    `lib/${golden} is no longer what the code says. If the change is meant, and compatible with what is stored, run ` +
      "AIRLOCK_WRITE_GOLDEN=1 npx vitest run --project unit lib/stage-contracts.test.ts and look at the diff.",
  ).toEqual(readGolden(golden));
}

describe.each(CONTRACTS)("%s", (golden, schema) => {
  test("has the schema that was agreed on", () => {
    compareWithGolden(`${golden}.schema.json`, JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: "input" }))));
  });

  test("reads its worked example without losing or adding anything", () => {
    const example = readGolden(`${golden}.example.json`);
    expect(schema.parse(example)).toEqual(example);
  });

  test("refuses a field it does not know", () => {
    const example = readGolden(`${golden}.example.json`) as Record<string, unknown>;
    expect(schema.safeParse({ ...example, somethingElse: 1 }).success).toBe(false);
  });
});

test("every error keeps its code, HTTP status and SQLSTATE", () => {
  const codes = Object.entries(ERRORS).map(([code, definition]) => {
    const sqlstate = "sqlstate" in definition ? { sqlstate: definition.sqlstate } : {};
    return [code, { status: definition.status, ...sqlstate }] as const;
  });
  compareWithGolden("errors/golden/error-codes.json", Object.fromEntries(codes));
});

test("no two errors share a SQLSTATE", () => {
  const states = Object.values(ERRORS).flatMap((definition) => ("sqlstate" in definition ? [definition.sqlstate] : []));
  expect(new Set(states).size).toBe(states.length);
});

describe("the worked examples are worked", () => {
  const contract = toolContractSchema.parse(readGolden("registry/golden/tool-contract.example.json"));

  test("the contract's schemas compile, its input fits, its effect reads well, and its hash is frozen", () => {
    expect(checkSchemas(contract)).toMatchObject({ ok: true });
    const input = { to: "ops@example.com", subject: "Hello", body: "…" };
    expect(validateInput(contract, input)).toMatchObject({ ok: true });
    expect(describeEffect(contract, input)).toBe("Mail “ops@example.com”: “Hello”, 3 bytes");
    expect(hashDefinition(contract)).toBe(
      "al1:sha256:744866a30495bbde30ba9650bb55873feed9b5f052474dd0e396f710fc077e15",
    );
  });

  test("the trace's verdict is the strictest of its lines", () => {
    const trace = decisionTraceSchema.parse(readGolden("policy/golden/decision-trace.example.json"));
    expect(strictest(trace.lines)).toEqual(trace.verdict);
  });

  test("the audit entry's hash follows from its parts, by the documented recipe", () => {
    const entry = readGolden("audit/golden/audit-entry.example.json") as AuditEntry;
    const { version, lane, seq, atUs, actor, action, subject, body, prev, hash } = entry;
    const linked = canonicalJson([version, lane, seq, atUs, actor, action, subject, body]);
    expect(createHash("sha256").update(Buffer.from(prev, "hex")).update(linked, "utf8").digest("hex")).toBe(hash);
  });
});
