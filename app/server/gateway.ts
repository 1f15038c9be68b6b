import { tellSender } from "#lib/errors/tell-refusal.ts";
import "server-only";
import type postgres from "postgres";
import { type ChangeFeed, openChangeFeed } from "#db/change-feed.ts";
import { openConnection } from "#db/open-connection.ts";
import { attempt } from "#lib/errors/attempt.ts";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { type Allowance, createAllowance, type Standing } from "#lib/gateway/allowance.ts";
import type { Sayers } from "#lib/gateway/ask.ts";
import { answerRefusal, tellStanding } from "#lib/gateway/http-answer.ts";
import { type KeyHolder, readKey } from "#lib/gateway/read-request.ts";
import { takeRequests } from "#lib/gateway/take-requests.ts";
import { outputSealer, type SealOutput } from "#lib/outputs/seal-output.ts";
import { loadHooks } from "#lib/policy/hooks/load-hooks.ts";
import { readSealingKey } from "#lib/secrets/dispatcher-key.ts";
import { startThreadsAhead } from "#lib/threads/run-apart.ts";
import { gatewayDatabaseUrl, gatewaySayers, outputsPublicKeyPath } from "./environment.ts";

/** What the agent-facing routes work with. The login behind `sql` can ask, read and cancel; it cannot approve. */
export interface Gateway {
  readonly sql: postgres.Sql;
  readonly feed: ChangeFeed;
  /** Who else has a say before a call is decided. */
  readonly sayers: Sayers;
  /** How many requests a key may make. */
  readonly allowance: Allowance;
}

const held = globalThis as typeof globalThis & { airlockGateway?: Promise<Gateway> };

function gateway(): Promise<Gateway> {
  held.airlockGateway ??= openGateway().catch((error: unknown) => {
    // Not kept: the next request tries again.
    delete held.airlockGateway;
    throw error;
  });
  return held.airlockGateway;
}

/** Hooks that cannot be loaded. The operator finds the reason in the log; agents hear that nothing is answered. */
class UnusableHooks extends Error {}

async function openGateway(): Promise<Gateway> {
  const { hooks: file, checksKey } = gatewaySayers();
  const hooks = await loadHooks(file);
  if (!hooks.ok) throw new UnusableHooks(tellSender(hooks));
  const sql = openConnection(gatewayDatabaseUrl(), {
    max: 10,
    connection: { application_name: "airlock-gateway" },
  });
  const feed = await openChangeFeed(sql, "airlock_events").catch(async (error: unknown) => {
    // It would go on trying by itself: a database that is away for a while would come back to a connection for each who asked meanwhile.
    await sql.end({ timeout: 0 });
    throw error;
  });
  startThreadsAhead();
  return { sql, feed, sayers: { hooks: hooks.value, checksKey }, allowance: createAllowance(takeRequests(sql)) };
}

/** What agents' own results are sealed to, as a dispatcher's are; read when the first one comes. */
export function outputSeal(): Outcome<SealOutput> {
  const file = outputsPublicKeyPath();
  try {
    if (file) return done(outputSealer(readSealingKey(file)));
  } catch (error) {
    console.error(error);
  }
  return refuse("bad_configuration", "This gateway has no key to seal results to (AIRLOCK_OUTPUTS_PUBLIC_KEY).");
}

type KeyHandler = (gateway: Gateway, key: string, request: Request) => Promise<Response>;

/** Every agent-facing route: a key first, then the work, and one shape for whatever goes wrong. */
export function withKey(request: Request, handle: KeyHandler): Promise<Response> {
  return withKeyOf("agent", request, handle);
}

/** The routes for tool authors, likewise. */
export function withAuthorKey(request: Request, handle: KeyHandler): Promise<Response> {
  return withKeyOf("author", request, handle);
}

async function withKeyOf(holder: KeyHolder, request: Request, handle: KeyHandler): Promise<Response> {
  const key = readKey(request, holder);
  if (!key.ok) return answerRefusal(key);
  let standing: Standing | undefined;
  const answer: Outcome<Response> = await attempt(async () => {
    const opened = await gateway();
    const spent = await opened.allowance.spend(key.value);
    if (!spent.ok) return answerRefusal(spent);
    standing = spent.value;
    return handle(opened, key.value, request);
  }).catch((error: unknown) => {
    console.error(error);
    return refuse(error instanceof UnusableHooks ? "bad_configuration" : "internal");
  });
  const response = answer.ok ? answer.value : answerRefusal(answer);
  if (standing) tellStanding(response.headers, standing);
  return response;
}
