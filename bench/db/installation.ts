import type { Arm } from "../compare-arms.ts";
import { type Clients, openClients } from "../drive-clients.ts";
import type { Mix } from "../scene/choose-ask.ts";
import { openScene, type Scene } from "../scene/open-scene.ts";
import type { BenchDatabase } from "../server/open-server.ts";
import { askWork, expireHeld } from "./ask-work.ts";
import { claimWork, registerWorkers, releaseCalls } from "./claim-work.ts";

/** An installation of Airlock that is driven through its run-time logins. */
export interface Installation {
  readonly database: BenchDatabase;
  readonly scene: Scene;
  readonly workers: readonly string[];
}

const WORKERS = 8;

/** More than a round can take, at several times the speed of today. */
export const WAITING_CALLS = 8_000;

export async function openInstallation(database: BenchDatabase): Promise<Installation> {
  const gateway = await openClients(database.urls.gateway, 1);
  const worker = await openClients(database.urls.worker, 1);
  try {
    const scene = await openScene(database.admin, gateway.sql);
    return { database, scene, workers: await registerWorkers(worker.sql, WORKERS) };
  } finally {
    await Promise.all([gateway.end(), worker.end()]);
  }
}

export function askArm({ database, scene }: Installation, clients: Clients, mix: Mix): Arm {
  return { clients, work: askWork(scene, mix), prepare: () => expireHeld(database.admin) };
}

export function claimArm({ database, workers }: Installation, clients: Clients, waiting = WAITING_CALLS): Arm {
  return {
    clients,
    work: claimWork(workers),
    prepare: () => releaseCalls(database.admin, waiting),
  };
}
