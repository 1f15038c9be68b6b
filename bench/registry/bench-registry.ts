import { markInstallation } from "#db/installation.ts";
import { migrate } from "#db/migrate.ts";
import { fewTools } from "../baselines/few-tools.ts";
import type { Bench, Circumstances, Reading } from "../bench.ts";
import { compareArms } from "../compare-arms.ts";
import { openClients } from "../drive-clients.ts";
import { onBenchServer } from "../server/on-bench-server.ts";
import type { BenchDatabase, BenchServer } from "../server/open-server.ts";
import { registryReadings } from "./readings.ts";
import { seedRegistry } from "./seed-registry.ts";
import { VERSIONS_A_TOOL } from "./tool-at.ts";

const MANY_TOOLS = 10_000;
const FEW_TOOLS = 100;
const CLIENTS = 4;

export const registryBench: Bench = {
  name: "registry",
  says: "Reading the registry's list, its searches and a tool's page with 10,000 tools and 50,000 versions, against 100 tools.",
  run: onBenchServer(measure),
};

async function* measure(server: BenchServer, circumstances: Circumstances): AsyncGenerator<Reading> {
  const { say } = circumstances;
  const now = Date.now();
  const few = await makeRegistry(server, "few", FEW_TOOLS, now);
  say(`loading ${MANY_TOOLS.toLocaleString("en")} tools with ${VERSIONS_A_TOOL} versions each`);
  const many = await makeRegistry(server, "many", MANY_TOOLS, now);
  const clients = [await openClients(few.urls.web, CLIENTS), await openClients(many.urls.web, CLIENTS)] as const;
  try {
    for (const [metric, work] of Object.entries(registryReadings(FEW_TOOLS, now))) {
      say(metric);
      yield* await compareArms(
        fewTools({ clients: clients[0], work }),
        { [metric]: { clients: clients[1], work } },
        circumstances,
      );
    }
  } finally {
    await Promise.all(clients.map((each) => each.end()));
  }
}

async function makeRegistry(server: BenchServer, purpose: string, tools: number, now: number): Promise<BenchDatabase> {
  const database = await server.create(purpose);
  await migrate(database.adminUrl, server.passwords);
  await markInstallation(database.admin, "bench");
  await seedRegistry(database.admin, tools, now);
  return database;
}
