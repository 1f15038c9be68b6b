import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { asMutant, MUTANTS } from "./model/mutants.ts";
import { runModel } from "./model/run-model.ts";
import { type Company, openCompany } from "./model/stage.ts";
import { model } from "./promises/model.ts";
import { shortTrial } from "./testing/short-trial.ts";

test("random commands in any order: model and database never disagree", { timeout: 120_000 }, async () => {
  const { violations, figures } = await model.run(shortTrial(model, 3));
  expect(violations).toEqual([]);
  // A model that is only ever refused would agree too.
  expect(figures.done).toBeGreaterThan(400);
  expect(figures.refused).toBeGreaterThan(200);
});

/** Of a database with one defence missing; each has to be told from the true one by what it answers or records. */
const ENOUGH_RUNS = 150;
const SEED = 5;

describe(`control: all of ${MUTANTS.length} databases with one defence missing are found out`, () => {
  let database: TestDatabase;
  let company: Company;
  beforeAll(async () => {
    database = await createTestDatabase();
    company = await openCompany(database);
  });
  afterAll(async () => {
    await database.drop();
  });

  test.each(MUTANTS)("$name", { timeout: 120_000 }, async (mutant) => {
    const { disagreement } = await asMutant(database.admin, mutant, () =>
      runModel(company, { runs: ENOUGH_RUNS, seed: mutant.seed ?? SEED, shrink: false }),
    );
    expect(disagreement).toMatch(/should (give|be)/);
  });
});
