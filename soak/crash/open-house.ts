import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import { openChangeFeed } from "#db/change-feed.ts";
import { loginUrls, randomPasswords } from "#db/logins.ts";
import { migrate } from "#db/migrate.ts";
import { openConnection } from "#db/open-connection.ts";
import { contractOf, makeAgent, makePerson, pinTool, registerWorker } from "#db/testing/fixtures.ts";
import { BundleStore } from "#lib/dispatch/bundle-store.ts";
import { Worker } from "#lib/dispatch/worker.ts";
import { sealForTest } from "#lib/outputs/testing/test-key.ts";
import { DenyAllSandbox } from "#lib/sandbox/deny-all.ts";
import type { SandboxRuntime } from "#lib/sandbox/runtime.ts";
import { Ledger } from "./ledger.ts";
import { keepAsking, keepDeciding, keepRunning } from "./load.ts";

const ASKERS = 4;
const DECIDERS = 3;
const RUNNERS = 2;
/** A house is closed although somebody in it does not come to rest, as when its server is down. */
const REST_MS = 3_000;

/** How far each kind of work has come. */
export type Progress = Readonly<
  Record<"asks" | "decisions" | "claims" | "completions" | "dispatches" | "hints", number>
>;

/** An installation at work: agents, people and dispatchers that opened their connections once and never again. */
export interface House {
  readonly admin: Sql;
  readonly auditor: Sql;
  readonly ledger: Ledger;
  /** Errors that no client is told to expect, and how often. */
  readonly surprises: ReadonlyMap<string, number>;
  progress(): Progress;
  /** Everybody finishes what they are at. */
  rest(): Promise<void>;
  close(): Promise<void>;
}

export async function openHouse(adminUrl: string, home: string, seed: number): Promise<House> {
  const passwords = randomPasswords();
  await migrate(adminUrl, passwords);
  const urls = loginUrls(adminUrl, passwords);
  const connections: Sql[] = [];
  const connect = (url: string, max: number) => {
    const sql = openConnection(url, { max });
    connections.push(sql);
    return sql;
  };
  const admin = connect(adminUrl, 2);
  const agent = await makeAgent(admin, (await makePerson(admin, "admin")).id);
  const held = { safetyClass: "write", egressClass: "write" } as const;
  const tools = [
    await pinTool(admin, contractOf({ idempotent: true })),
    await pinTool(admin, contractOf(held)),
    await pinTool(admin, contractOf({ ...held, idempotent: true })),
  ];
  const people = await Promise.all(Array.from({ length: DECIDERS }, () => makePerson(admin, "operator")));

  const ledger = new Ledger();
  const surprises = new Map<string, number>();
  const surprised = (error: unknown) => {
    const { code, message } = error as { code?: string; message: string };
    const sentence = `${code ?? "no code"}: ${message}`;
    surprises.set(sentence, (surprises.get(sentence) ?? 0) + 1);
  };
  const ending = new AbortController();
  const load = { ledger, seed, signal: ending.signal, surprised };

  const web = connect(urls.web, DECIDERS);
  let hints = 0;
  const feed = await openChangeFeed(web, "airlock_events");
  feed.follow(() => {
    hints += 1;
  });
  let dispatches = 0;
  const dispatcher = dispatcherOf(connect(urls.worker, 5), home, () => {
    dispatches += 1;
  });
  await dispatcher.start();
  const gateway = connect(urls.gateway, ASKERS);
  const runner = connect(urls.worker, RUNNERS);
  // Before the first crash, however busy the machine: what is tried is their work, not their first word.
  const runners = await Promise.all(Array.from({ length: RUNNERS }, () => registerWorker(runner)));
  // Whoever gives up is a surprise as well, and nobody else would hear of it before the end.
  const working = [
    ...Array.from({ length: ASKERS }, (_, place) => keepAsking(load, gateway, agent, tools, place)),
    ...people.map((person, place) => keepDeciding(load, web, person, place)),
    ...runners.map((id) => keepRunning(load, runner, id)),
  ].map((work) => work.catch(surprised));
  const rest = async () => {
    ending.abort();
    await Promise.all([...working, dispatcher.stop()]);
  };
  return {
    admin,
    auditor: connect(urls.auditor, 1),
    ledger,
    surprises,
    progress: () => ({
      asks: ledger.asked.size,
      decisions: ledger.decided.size,
      claims: ledger.claimed.size,
      completions: ledger.completed.size,
      dispatches,
      hints,
    }),
    rest,
    close: async () => {
      await Promise.race([rest().catch(surprised), sleep(REST_MS)]);
      await Promise.all(connections.map((sql) => sql.end({ timeout: 1 })));
    },
  };
}

/** The product's dispatcher with a sandbox that refuses, which is a result like any other: what is tried is the dispatcher. */
function dispatcherOf(sql: Sql, home: string, onRun: () => void): Worker {
  const deny = new DenyAllSandbox("This dispatcher runs nothing.");
  const sandbox: SandboxRuntime = {
    name: deny.name,
    reports: deny.reports,
    plan: () => {
      onRun();
      return deny.plan();
    },
    narrow: (request) => deny.narrow(request),
    run: () => deny.run(),
    open: () => deny.open(),
    close: () => deny.close(),
  };
  const workshop = {
    sandbox,
    bundles: new BundleStore(sql, join(home, "bundles")),
    workspaces: join(home, "workspaces"),
    home,
  };
  return new Worker({ sql, workshop, seal: sealForTest, slots: 1, leaseSeconds: 2, log: () => {} });
}
