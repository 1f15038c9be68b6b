import { expect, test, vi } from "vitest";
import { takeOut } from "#db/testing/take-out.ts";
import { onOwnDatabase } from "./own-database.ts";
import { decideTwice, policyDifferential } from "./promises/policy-differential.ts";
import { shortTrial } from "./testing/short-trial.ts";

// Seconds on a free machine; a busy one takes its time.
vi.setConfig({ testTimeout: 120_000 });

const trial = shortTrial(policyDifferential);

test("the database and the core decide every call alike", async () => {
  const { violations, figures } = await policyDifferential.run(trial);
  expect(violations).toEqual([]);
  // Every kind of verdict was met, and often; and all rules but those of switches, hooks and standing rules, which no policy has.
  for (const kind of ["run", "hold", "deny"] as const) expect(figures[kind]).toBeGreaterThan(50);
  expect(figures.rulesMet).toBeGreaterThanOrEqual(24);
});

test.each([
  ["what an agent is denied by name", "airlock.decide_call", "any (p_terms.denied_tools)", "any ('{}'::text[])"],
  ["whom a call reaches for the first time", "airlock.decide_call", " or p_terms.first_seen", ""],
  ["what is not on a list of what is free", "airlock.judge_profiles", "h.auto_approve is not null", "false"],
])("control: a database that forgets %s is found out", async (_what, name, defence, instead) => {
  const { violations } = await onOwnDatabase(async (database) => {
    await takeOut(database.admin, name, defence, instead);
    return decideTwice(database, { ...trial, rounds: 960 });
  });
  expect(violations).not.toEqual([]);
});
