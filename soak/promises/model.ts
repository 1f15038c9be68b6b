import { createTestDatabase } from "#db/testing/test-database.ts";
import { runModel } from "../model/run-model.ts";
import { openLogins } from "../model/stage.ts";
import type { SoakPromise } from "../promise.ts";

/** So many runs between two lines of progress; a disagreement ends its batch, not the trial. */
const BATCH = 50;

export const model: SoakPromise = {
  name: "model",
  says: "whatever is commanded in whatever order, the database tells the story that the model tells",
  rounds: { full: 1_000, short: 25 },
  async run({ rounds, seed, say }) {
    const database = await createTestDatabase();
    const logins = openLogins(database);
    const violations: string[] = [];
    const figures = { commands: 0, done: 0, refused: 0 };
    try {
      let done = 0;
      while (done < rounds) {
        const runs = Math.min(BATCH, rounds - done);
        const result = await runModel(logins, { runs, seed: seed + done, shrink: true });
        if (result.disagreement) violations.push(result.disagreement);
        figures.commands += result.commands;
        for (const [outcome, count] of Object.entries(result.outcomes)) {
          figures[outcome.endsWith(": done") ? "done" : "refused"] += count;
        }
        done += runs;
        say(`${done} of ${rounds} runs, ${figures.commands} commands, ${violations.length} disagreements`);
      }
    } finally {
      await database.drop();
    }
    return { rounds, violations, figures };
  },
};
