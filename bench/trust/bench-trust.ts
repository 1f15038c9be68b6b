import type { Sql } from "postgres";
import { openConnection } from "#db/open-connection.ts";
import { lookAtTrust } from "#lib/trust/look-at-trust.ts";
import { FIRST_LOOK } from "../baselines/first-look.ts";
import type { Bench, Circumstances, Pair, Reading } from "../bench.ts";
import { onBenchServer } from "../server/on-bench-server.ts";
import type { BenchServer } from "../server/open-server.ts";
import { keepTemplates } from "../server/templates.ts";
import { doMore, fillStage, forgetLooks } from "./stage.ts";

/** As the other benches' history, so that one template serves them all. */
const OLD_CALLS = 1_000_000;
/** A first look takes minutes, so not every round has one of its own: the looks again that follow it are compared with it. */
const ROUNDS_A_FIRST_LOOK = 5;

export const trustBench: Bench = {
  name: "trust",
  says: "Looking at the trust of 10,000 agents over 1,000,000 calls, and again after a hundredth of that is new.",
  run: onBenchServer(measureLooks),
};

/** All looks are one process on one connection; each look again comes after new calls of two in a hundred agents. */
async function* measureLooks(server: BenchServer, circumstances: Circumstances): AsyncGenerator<Reading> {
  const { rounds, signal, say } = circumstances;
  const templates = await keepTemplates(server, OLD_CALLS, circumstances);
  const database = await server.create("trust", await templates.full());
  const admin = openConnection(database.adminUrl, { max: 1 });
  const housekeeper = openConnection(database.urls.housekeeper, { max: 1 });
  try {
    say("spreading the history over 10,000 agents");
    await fillStage(admin);
    const second: Pair[] = [];
    const idle: Pair[] = [];
    let first = 0;
    for (let round = 0; round < rounds; round += 1) {
      signal.throwIfAborted();
      if (round % ROUNDS_A_FIRST_LOOK === 0) {
        await forgetLooks(admin);
        const look = await lookThrough(housekeeper, signal);
        first = look.perSecond;
        say(`a first look; its longest statement took ${(look.longestMs / 1_000).toFixed(2)} s`);
      }
      const calls = await doMore(admin);
      if (calls < 10_000) throw new Error(`Only ${calls} calls are new.`);
      const { perSecond: again } = await lookThrough(housekeeper, signal);
      const { perSecond: nothing } = await lookThrough(housekeeper, signal);
      say(
        `round ${round + 1}: ${(1 / first).toFixed(1)} s, then ${(1 / again).toFixed(2)} s, then ${(1 / nothing).toFixed(3)} s`,
      );
      second.push({ value: again, baseline: first });
      idle.push({ value: nothing, baseline: first });
    }
    yield { metric: "look.second", unit: "calls/s", rounds: second, baselineFile: FIRST_LOOK };
    yield { metric: "look.nothing_new", unit: "calls/s", rounds: idle, baselineFile: FIRST_LOOK };
  } finally {
    await housekeeper.end();
    await admin.end();
  }
}

interface Look {
  readonly perSecond: number;
  /** To hold against the time limit of the login, which a busy machine must not reach either. */
  readonly longestMs: number;
}

/** Looks until nothing is left. */
async function lookThrough(housekeeper: Sql, signal: AbortSignal): Promise<Look> {
  const begun = performance.now();
  let longestMs = 0;
  const ask = async (statement: string, values: readonly unknown[]) => {
    const asked = performance.now();
    const [row] = await housekeeper.unsafe<{ answer: unknown }[]>(statement, values as never[]);
    longestMs = Math.max(longestMs, performance.now() - asked);
    return row?.answer;
  };
  let more = true;
  while (more) {
    // A first look takes minutes, and whoever stops the bench does not wait for its end.
    signal.throwIfAborted();
    ({ more } = await lookAtTrust(ask));
  }
  return { perSecond: 1_000 / (performance.now() - begun), longestMs };
}
