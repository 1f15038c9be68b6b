import { BARE_CLAIM, bareClaim, fillBareQueue, makeBareQueue } from "../baselines/bare-claim.ts";
import { BARE_INSERT, bareInsert, makeBareTable } from "../baselines/bare-insert.ts";
import { emptyTables } from "../baselines/empty-tables.ts";
import { type Bench, type Circumstances, isWanted, type Reading } from "../bench.ts";
import { compareArms } from "../compare-arms.ts";
import { type Clients, openClients } from "../drive-clients.ts";
import { onBenchServer } from "../server/on-bench-server.ts";
import type { BenchDatabase, BenchServer } from "../server/open-server.ts";
import { keepTemplates } from "../server/templates.ts";
import { askArm, claimArm, type Installation, openInstallation, WAITING_CALLS } from "./installation.ts";

const OLD_CALLS = 1_000_000;
const COUNTS = [1, 8, 32] as const;
const MIXES = ["mix", "free", "held"] as const;

export const dbBench: Bench = {
  name: "db",
  says: "Asking and deciding, claiming and completing in the database, audit included, without and with a long history.",
  run: onBenchServer(measure),
};

async function* measure(server: BenchServer, circumstances: Circumstances): AsyncGenerator<Reading> {
  const { say } = circumstances;
  const templates = await keepTemplates(server, OLD_CALLS, circumstances);
  const withHistory = isWanted(circumstances, "history");
  // First of all, because it takes longest and may fail.
  const template = withHistory ? await templates.full() : templates.empty;
  const bare = await server.create("bare");
  await makeBareTable(bare.admin);
  await makeBareQueue(bare.admin);
  const empty = await openInstallation(await server.create("empty", templates.empty));
  // Claims first: calls that were asked for and never run would lie before those that are to be claimed.
  for (const clients of COUNTS.filter((count) => isWanted(circumstances, `claim_complete.${count}`))) {
    say(`claiming and completing, ${clients} clients`);
    yield* await compareClaims(bare, empty, clients, circumstances);
  }
  for (const clients of COUNTS) {
    if (!MIXES.some((mix) => isWanted(circumstances, `ask.${mix}.${clients}`))) continue;
    say(`asking, ${clients} clients`);
    yield* await compareAsks(bare, empty, clients, circumstances);
  }
  if (!withHistory) return;
  say(`the same with ${OLD_CALLS.toLocaleString("en")} old calls`);
  const fresh = await openInstallation(await server.create("fresh", templates.empty));
  const full = await openInstallation(await server.create("full", template));
  yield* await compareHistory(fresh, full, 8, circumstances);
}

function compareAsks(
  bare: BenchDatabase,
  empty: Installation,
  count: number,
  circumstances: Circumstances,
): Promise<Reading[]> {
  return withClients([bare.adminUrl, empty.database.urls.gateway], count, ([inserting, asking]) =>
    compareArms(
      { clients: inserting, work: bareInsert(empty.scene, "mix"), file: BARE_INSERT },
      Object.fromEntries(
        MIXES.map((mix) => [`ask.${mix}.${count}`, askArm(empty, asking, mix)] as const).filter(([metric]) =>
          isWanted(circumstances, metric),
        ),
      ),
      circumstances,
    ),
  );
}

function compareClaims(
  bare: BenchDatabase,
  empty: Installation,
  count: number,
  circumstances: Circumstances,
): Promise<Reading[]> {
  return withClients([bare.adminUrl, empty.database.urls.worker], count, ([taking, working]) =>
    compareArms(
      { clients: taking, work: bareClaim(), prepare: () => fillBareQueue(bare.admin, WAITING_CALLS), file: BARE_CLAIM },
      { [`claim_complete.${count}`]: claimArm(empty, working) },
      circumstances,
    ),
  );
}

async function compareHistory(
  empty: Installation,
  full: Installation,
  count: number,
  circumstances: Circumstances,
): Promise<Reading[]> {
  const gateways = [empty.database.urls.gateway, full.database.urls.gateway] as const;
  const workers = [empty.database.urls.worker, full.database.urls.worker] as const;
  const claims = await withClients(workers, count, ([few, many]) =>
    compareArms(
      emptyTables(claimArm(empty, few)),
      { [`history.claim_complete.${count}`]: claimArm(full, many) },
      circumstances,
    ),
  );
  const asks = await withClients(gateways, count, ([few, many]) =>
    compareArms(
      emptyTables(askArm(empty, few, "mix")),
      { [`history.ask.mix.${count}`]: askArm(full, many, "mix") },
      circumstances,
    ),
  );
  return [...claims, ...asks];
}

/** As many connections to the one as to the other, for as long as they are compared. */
async function withClients<Result>(
  [first, second]: readonly [string, string],
  count: number,
  compare: (clients: readonly [Clients, Clients]) => Promise<Result>,
): Promise<Result> {
  const clients = [await openClients(first, count), await openClients(second, count)] as const;
  try {
    return await compare(clients);
  } finally {
    await Promise.all(clients.map((each) => each.end()));
  }
}
