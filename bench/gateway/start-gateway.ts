import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildApp } from "#scripts/build/build-app.ts";
import { passEnvironment } from "#scripts/processes/pass-environment.ts";
import { isServing } from "#scripts/processes/wait-until.ts";

const PATIENCE_MS = 60_000;

/** The product's gateway as `npm run up` starts it: the built app, one process, its own login. */
export async function startGateway(
  databaseUrl: string,
  signal: AbortSignal,
): Promise<{ address: string; stop(): Promise<void> }> {
  const home = mkdtempSync(join(tmpdir(), "airlock-bench-gateway-"));
  const { folder } = await buildApp(home, signal);
  const port = await freePort();
  const child = spawn(process.execPath, ["server.js"], {
    cwd: folder,
    env: passEnvironment({
      NODE_ENV: "production",
      AIRLOCK_DOORS: "gateway",
      AIRLOCK_DB_GATEWAY_URL: databaseUrl,
      HOSTNAME: "127.0.0.1",
      PORT: String(port),
    }),
    stdio: "ignore",
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGTERM");
      await Promise.race([once(child, "exit"), sleep(3_000).then(() => child.kill("SIGKILL"))]);
    }
    rmSync(home, { recursive: true, force: true });
  };
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isServing("127.0.0.1", port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error("The gateway did not start.");
    }
    await sleep(100);
  }
  return { address: `http://127.0.0.1:${port}`, stop };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (typeof address !== "object" || !address) throw new Error("There is no free port.");
  return address.port;
}
