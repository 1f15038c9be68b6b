import type { TestDatabase } from "#db/testing/test-database.ts";
import { runModel } from "../model/run-model.ts";
import { openCompany } from "../model/stage.ts";
import { onOwnDatabase } from "../own-database.ts";
import type { SoakPromise, Trial, TrialResult } from "../promise.ts";

/** So many runs between two lines of progress; a disagreement ends its batch, not the trial. */
const BATCH = 50;

export const model: SoakPromise = {
  name: "model",
  says: "Whatever is commanded in whatever order, the database tells the story that the model tells.",
  rounds: { full: 1_000, short: 25 },
  run: (trial) => onOwnDatabase((database) => compareStories(database, trial)),
};

async function compareStories(database: TestDatabase, { rounds, seed, say, signal }: Trial): Promise<TrialResult> {
  const company = await openCompany(database);
  const violations: string[] = [];
  const figures = { commands: 0, done: 0, refused: 0 };
  let tried = 0;
  while (tried < rounds) {
    const runs = Math.min(BATCH, rounds - tried);
    const result = await runModel(company, { runs, seed: seed + tried, shrink: true, signal });
    if (result.disagreement) violations.push(result.disagreement);
    figures.commands += result.commands;
    for (const [outcome, count] of Object.entries(result.outcomes)) {
      figures[outcome.endsWith(": done") ? "done" : "refused"] += count;
    }
    tried += runs;
    say(`${tried} of ${rounds} runs, ${figures.commands} commands, ${violations.length} disagreements`);
  }
  return { rounds: tried, violations, figures };
}
