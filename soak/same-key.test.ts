import { expect, test, vi } from "vitest";
import { takeOut } from "#db/testing/take-out.ts";
import { onOwnDatabase } from "./own-database.ts";
import { raceKeys, sameKey } from "./promises/same-key.ts";
import { shortTrial } from "./testing/short-trial.ts";

// Seconds on a free machine; a busy one takes its time.
vi.setConfig({ testTimeout: 120_000 });

const trial = shortTrial(sameKey);

test("the same idempotency key gives the same call, and with another input it is a conflict", async () => {
  const { violations, figures } = await sameKey.run(trial);
  expect(violations).toEqual([]);
  // 10 rounds of each kind; another agent's key is another key.
  expect(figures).toMatchObject({ equal: 10, anotherInput: 10, anotherTool: 10, anotherAgent: 10, calls: 50 });
  expect(figures).toMatchObject({ conflicts: 80, replayed: 40 * 8 - 50 - 80 });
});

test("control: keys that are looked up before they are written make two calls of one", async () => {
  const { violations } = await onOwnDatabase(async (database) => {
    await takeOut(database.admin, "agents.fn_invoke_tool", " on conflict (agent_id, idempotency_key) do nothing");
    await database.admin`drop index agents.tool_invocations_idempotency`;
    return raceKeys(database, trial);
  });
  expect(violations.filter((violation) => violation.includes("calls were given for one key"))).not.toEqual([]);
});

test("control: a key that answers without a look at the input hides a conflict", async () => {
  const { violations } = await onOwnDatabase(async (database) => {
    await takeOut(database.admin, "airlock.replay", "when exists (", "when true or exists (");
    return raceKeys(database, trial);
  });
  expect(violations.filter((violation) => violation.includes("another ask was given the call"))).not.toEqual([]);
});
