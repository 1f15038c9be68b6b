import { resolveHome } from "#lib/environment/home.ts";
import { buildApp } from "../../scripts/build/build-app.ts";
import { fewWaiting } from "../baselines/few-waiting.ts";
import { INBOX_PROMISE, SCRIPT_KB, VISIBLE_MS } from "../baselines/inbox-promise.ts";
import { type Bench, type Circumstances, LEAST_ROUNDS, type Reading } from "../bench.ts";
import { compareArms } from "../compare-arms.ts";
import { openClients } from "../drive-clients.ts";
import { openScene } from "../scene/open-scene.ts";
import { onBenchServer } from "../server/on-bench-server.ts";
import type { BenchDatabase, BenchServer } from "../server/open-server.ts";
import { keepTemplates } from "../server/templates.ts";
import { percentile } from "../statistics.ts";
import { fillInbox } from "./fill-inbox.ts";
import { measureVisible } from "./measure-visible.ts";
import { inboxReadings, READINGS, viewerOf } from "./readings.ts";
import { scriptBytes } from "./script-size.ts";

const OLD_CALLS = 1_000_000;
const MANY = 10_000;
const FEW = 100;
const CLIENTS = 4;
const ASKS_A_ROUND = 5;

export const inboxBench: Bench = {
  name: "inbox",
  says: "Reading the inbox with 10,000 waiting calls against 100, among a million old ones; how soon a page shows a change; its scripts.",
  run: onBenchServer(measure),
};

async function* measure(server: BenchServer, circumstances: Circumstances): AsyncGenerator<Reading> {
  const { say } = circumstances;
  const template = await (await keepTemplates(server, OLD_CALLS, circumstances)).full();
  const few = await server.create("few", template);
  const many = await server.create("many", template);
  say(`asking for ${MANY.toLocaleString("en")} calls that wait`);
  await fillInbox(few, FEW);
  await fillInbox(many, MANY);
  yield* compareReadings(few, many, circumstances);
  say("from an ask to a page that shows it");
  yield* await readVisible(many, circumstances);
  say("building the app, unless nothing has changed");
  yield* readScripts((await buildApp(resolveHome(), circumstances.signal)).folder);
}

async function* compareReadings(
  few: BenchDatabase,
  many: BenchDatabase,
  circumstances: Circumstances,
): AsyncGenerator<Reading> {
  const clients = [await openClients(few.urls.web, CLIENTS), await openClients(many.urls.web, CLIENTS)] as const;
  try {
    const works = [await inboxReadings(few), await inboxReadings(many)] as const;
    for (const metric of READINGS) {
      circumstances.say(metric);
      yield* await compareArms(
        fewWaiting({ clients: clients[0], work: works[0][metric] }),
        { [metric]: { clients: clients[1], work: works[1][metric] } },
        circumstances,
      );
    }
  } finally {
    await Promise.all(clients.map((each) => each.end()));
  }
}

async function readVisible(database: BenchDatabase, { rounds, signal }: Circumstances): Promise<Reading[]> {
  const gateway = await openClients(database.urls.gateway, 1);
  try {
    const { callers } = await openScene(database.admin, gateway.sql);
    const viewer = await viewerOf(database);
    const times = await measureVisible(database, viewer, callers[0]?.key ?? "", { rounds, asks: ASKS_A_ROUND, signal });
    return [0.5, 0.95].map((share) => ({
      metric: `visible.p${share * 100}`,
      unit: "ms",
      rounds: times.map((own) => ({ value: percentile(own, share), baseline: VISIBLE_MS })),
      baselineFile: INBOX_PROMISE,
    }));
  } finally {
    await gateway.end();
  }
}

/** A size, not a measurement: it comes out the same in every round. A bar is the least of a ratio, so the promise is divided by it. */
function* readScripts(folder: string): Generator<Reading> {
  const kilobytes = scriptBytes(folder) / 1024;
  const always = (value: number, baseline: number) => Array.from({ length: LEAST_ROUNDS }, () => ({ value, baseline }));
  yield { metric: "scripts", unit: "KB", rounds: always(kilobytes, SCRIPT_KB), baselineFile: INBOX_PROMISE };
  yield {
    metric: "scripts.promised",
    unit: "share",
    rounds: always(SCRIPT_KB / kilobytes, 1),
    baselineFile: INBOX_PROMISE,
  };
}
