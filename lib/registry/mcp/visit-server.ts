import { Client, ProtocolError } from "@modelcontextprotocol/client";
import { type Outcome, type Refusal, refuse } from "#lib/errors/outcome.ts";
import { DEFAULT_LIMITS } from "#lib/policy/default-limits.ts";
import { connectHttp } from "./connect-http.ts";
import { connectStdio } from "./connect-stdio.ts";
import type { Connection, ConnectionReport, ServerDoors, ServerVisit } from "./connection.ts";
import { ConversationBroken, ServerSession, wordsOf } from "./server-session.ts";
import type { Wire } from "./wire.ts";

export interface VisitReport<T> {
  readonly outcome: Outcome<T>;
  /** Somebody ended it: then `outcome` says nothing about the server. */
  readonly cancelled: boolean;
  readonly run: ConnectionReport["run"];
  /** The server announced another list while it was visited. */
  readonly listChanged: boolean;
}

const CLIENT = { name: "airlock", version: "1" };
/** How long a server on its standard streams may think about a question that it does not know. */
const PROBE_MS = 3_000;
/** Beyond the visit's own clock, so that it is always the clock that ends it. */
const SLACK_MS = 5_000;

/**
 * One visit: opens the server, agrees on a protocol, does the work, ends the server, and reports. Nothing of it is left
 * for the next visit, so no agent ever speaks with a process that another agent's grant opened.
 *
 * The client offers nothing of its own: no sampling, no elicitation, no folders. A server that asks is refused.
 */
export async function visitServer<T>(
  visit: ServerVisit,
  doors: ServerDoors,
  work: (session: ServerSession) => Promise<Outcome<T>>,
): Promise<VisitReport<T>> {
  const first = await visitOnce(visit, doors, "auto", work);
  // A server of the older protocol may leave at the question which one it speaks. Then it is asked in the old way.
  const isOldTimer = visit.transport.kind === "stdio" && first.left && !first.agreed;
  return isOldTimer ? await visitOnce(visit, doors, "legacy", work) : first;
}

interface Attempt<T> extends VisitReport<T> {
  readonly agreed: boolean;
  readonly left: boolean;
}

async function visitOnce<T>(
  visit: ServerVisit,
  doors: ServerDoors,
  mode: "auto" | "legacy",
  work: (session: ServerSession) => Promise<Outcome<T>>,
): Promise<Attempt<T>> {
  const opened = await connect(visit, doors);
  if (!opened.ok) {
    return { outcome: opened, cancelled: false, run: { network: [] }, listChanged: false, agreed: false, left: false };
  }
  const { transport, wire } = opened.value;
  const timeout = (visit.policy.limits?.wallSeconds ?? DEFAULT_LIMITS.wallSeconds) * 1000 + SLACK_MS;
  const client = new Client(CLIENT, {
    versionNegotiation: { mode, ...(visit.transport.kind === "stdio" ? { probe: { timeoutMs: PROBE_MS } } : {}) },
    inputRequired: { autoFulfill: false },
  });
  client.onerror = () => {};
  let agreed = false;
  const done = await attempt(async () => {
    await client.connect(transport, { timeout }).catch((cause: unknown) => {
      throw new ConversationBroken("no protocol in common", { cause });
    });
    agreed = true;
    return await work(new ServerSession(client, wire, timeout));
  });
  const report = await opened.value.close("thrown" in done);
  if ("thrown" in done && !isOfServer(done.thrown)) throw done.thrown;
  return {
    outcome: "thrown" in done ? refusalOf(done.thrown, report, wire) : done.outcome,
    cancelled: "thrown" in done && report.failure === "cancelled",
    run: report.run,
    listChanged: wire.listChanged,
    agreed,
    left: report.left,
  };
}

function connect(visit: ServerVisit, doors: ServerDoors): Promise<Outcome<Connection>> {
  const { transport } = visit;
  return transport.kind === "stdio" ? connectStdio(transport, visit, doors) : connectHttp(transport, visit, doors);
}

async function attempt<T>(work: () => Promise<Outcome<T>>): Promise<{ outcome: Outcome<T> } | { thrown: unknown }> {
  try {
    return { outcome: await work() };
  } catch (thrown) {
    return { thrown };
  }
}

function isOfServer(error: unknown): boolean {
  return error instanceof ConversationBroken || error instanceof ProtocolError;
}

/** What ended the connection says more than what the library made of it. */
function refusalOf(error: unknown, { failure }: ConnectionReport, wire: Wire): Refusal {
  if (failure === "cancelled") return refuse("mcp_server_failed", "The visit was ended.");
  const known = failure ?? wire.failure;
  if (known) return known;
  if (error instanceof ProtocolError) return refuse("mcp_server_failed", `The server refused: ${wordsOf(error)}`);
  return refuse("mcp_server_failed");
}
