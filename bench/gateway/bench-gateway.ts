import { askBareRoute, BARE_ROUTE } from "../baselines/bare-route.ts";
import type { Bench, Circumstances, Reading } from "../bench.ts";
import { compareArms, type OwnDrive } from "../compare-arms.ts";
import { driveMany, openClients } from "../drive-clients.ts";
import { onBenchServer } from "../server/on-bench-server.ts";
import type { BenchServer } from "../server/open-server.ts";
import { keepTemplates } from "../server/templates.ts";
import { arrangeAsker, endReleased } from "./arrange-asker.ts";
import { askOverHttp } from "./ask-over-http.ts";
import { askOverMcp } from "./ask-over-mcp.ts";
import { type Connections, openConnections } from "./connections.ts";
import { startNoopWorkers } from "./noop-worker.ts";
import { startGateway } from "./start-gateway.ts";

const CONNECTIONS = [1, 8, 64];
const WORKERS = 8;
const WAIT_SECONDS = 30;
/** What MCP is measured beside: the same ask, by the same dispatch, over the other protocol. */
const OVER_HTTP = "bench/gateway/ask-over-http.ts";

export const gatewayBench: Bench = {
  name: "gateway",
  says: "Asking over HTTP until a call is decided, and until its cleaned result is there, beside a route that does nothing; and over MCP beside HTTP.",
  run: onBenchServer(measure),
};

async function* measure(server: BenchServer, circumstances: Circumstances): AsyncGenerator<Reading> {
  const templates = await keepTemplates(server, 0, circumstances);
  const database = await server.create("gateway", templates.empty);
  const asker = await arrangeAsker(database.admin);
  const gateway = await startGateway(database.urls.gateway, circumstances.signal);
  try {
    for (const count of CONNECTIONS) {
      circumstances.say(`${count} connections`);
      const connections = openConnections(gateway.address, count);
      const bare = { ...driving(connections, () => askBareRoute(connections)), file: BARE_ROUTE };
      // Decided and not run: what each round leaves is taken away before the next.
      yield* await compareArms(
        bare,
        {
          [`decided.${count}`]: {
            ...driving(connections, () => askOverHttp(connections, asker, 0)),
            prepare: () => endReleased(database.admin),
          },
        },
        circumstances,
      );
      yield* await compareArms(
        {
          ...driving(connections, () => askOverHttp(connections, asker, 0)),
          prepare: () => endReleased(database.admin),
          file: OVER_HTTP,
        },
        {
          [`mcp.decided.${count}`]: {
            ...driving(connections, () => askOverMcp(connections, asker, 0)),
            prepare: () => endReleased(database.admin),
          },
        },
        circumstances,
      );
      await endReleased(database.admin);
      const workers = await openClients(database.urls.worker, WORKERS);
      const stop = await startNoopWorkers(workers.sql, WORKERS);
      try {
        yield* await compareArms(
          bare,
          { [`cleaned.${count}`]: driving(connections, () => askOverHttp(connections, asker, WAIT_SECONDS)) },
          circumstances,
        );
        yield* await compareArms(
          { ...driving(connections, () => askOverHttp(connections, asker, WAIT_SECONDS)), file: OVER_HTTP },
          { [`mcp.cleaned.${count}`]: driving(connections, () => askOverMcp(connections, asker, WAIT_SECONDS)) },
          circumstances,
        );
      } finally {
        await stop();
        await workers.end();
        connections.agent.destroy();
      }
    }
  } finally {
    await gateway.stop();
  }
}

function driving({ count }: Connections, work: () => Promise<void>): OwnDrive {
  return { drive: (milliseconds) => driveMany(count, work, milliseconds) };
}
