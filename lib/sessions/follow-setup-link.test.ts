import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createSetupToken, markInstallation } from "#db/installation.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { deriveProof } from "./derive-proof.ts";
import { followSetupLink } from "./follow-setup-link.ts";
import { openProver } from "./open-prover.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await markInstallation(database.admin, "production");
});
afterAll(() => database.drop());

test("whoever has no link that works makes the process derive nothing; whoever has one is set up, once", async () => {
  const derive = vi.fn(deriveProof);
  const follow = (token: string) =>
    followSetupLink(database.as("web", 1), openProver(derive), {
      token,
      password: "correct horse battery",
      email: "First@example.test",
      name: "First",
    });
  const token = (await createSetupToken(database.admin)) ?? expect.fail("somebody is there");
  expect(await follow("made up, and as long as one")).toMatchObject({ code: "setup_link_used" });
  expect(derive).not.toHaveBeenCalled();
  expect(await follow(token)).toMatchObject({ ok: true });
  expect(derive).toHaveBeenCalledTimes(1);
  expect(await follow(token)).toMatchObject({ code: "setup_link_used" });
  expect(derive).toHaveBeenCalledTimes(1);
});
