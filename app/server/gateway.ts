import "server-only";
import type postgres from "postgres";
import { type ChangeFeed, openChangeFeed } from "#db/change-feed.ts";
import { openConnection } from "#db/open-connection.ts";
import { attempt } from "#lib/errors/attempt.ts";
import { type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { Sayers } from "#lib/gateway/ask.ts";
import { answerRefusal } from "#lib/gateway/http-answer.ts";
import { type KeyHolder, readKey } from "#lib/gateway/read-request.ts";
import { loadHooks } from "#lib/policy/hooks/load-hooks.ts";
import { gatewayDatabaseUrl, gatewaySayers } from "./environment.ts";

/** What the agent-facing routes work with. The login behind `sql` can ask, read and cancel; it cannot approve. */
export interface Gateway {
  readonly sql: postgres.Sql;
  readonly feed: ChangeFeed;
  /** Who else has a say before a call is decided. */
  readonly sayers: Sayers;
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
  if (!hooks.ok) throw new UnusableHooks(hooks.message);
  const sql = openConnection(gatewayDatabaseUrl(), {
    max: 10,
    connection: { application_name: "airlock-gateway" },
  });
  const feed = await openChangeFeed(sql, "airlock_events");
  return { sql, feed, sayers: { hooks: hooks.value, checksKey } };
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
  const answer: Outcome<Response> = await attempt(async () => handle(await gateway(), key.value, request)).catch(
    (error: unknown) => {
      console.error(error);
      return refuse(error instanceof UnusableHooks ? "bad_configuration" : "internal");
    },
  );
  return answer.ok ? answer.value : answerRefusal(answer);
}
