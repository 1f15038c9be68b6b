import postgres from "postgres";
import { openPoolSocket } from "./pool-socket.ts";

type ConnectionOptions = Omit<postgres.Options<Record<never, never>>, "host" | "path" | "types">;

/**
 * The one way to open connections from a URL. postgres.js does not understand the URL form in which libpq and node-postgres
 * name a Unix socket (`postgres://user:password@%2Frun%2Fairlock/airlock`), and the embedded server has nothing but a socket.
 */
export function openConnection(url: string, options: ConnectionOptions = {}): postgres.Sql {
  const host = decodeURIComponent(new URL(url).hostname);
  const sql = postgres(url, {
    // The driver would print them on standard output, which may be read by a program.
    onnotice: () => {},
    backoff: pauseSeconds,
    connect_timeout: LONGEST_CONNECT_SECONDS,
    ...options,
    connection: { ...SESSION_SETTINGS, ...options.connection },
    ...(host.startsWith("/") ? { host } : {}),
    ...SOCKET,
  });
  // The driver asks every new connection for the types of arrays, and when the connection breaks in that moment nobody holds
  // the rejection: it ends the process. Once any pool of the process knows them none asks again, so that no restart of the server can.
  Object.defineProperty(sql.options, "fetch_types", { get: () => !knowsArrays(sql.options) });
  return sql;
}

/** Of the driver's own options, what it learns by asking: how arrays are read and written, and which array goes with which type. */
type Learned = Pick<postgres.ParsedOptions<Record<never, never>>, "parsers" | "serializers"> & {
  readonly shared: { readonly typeArrayMap: Record<number, number> };
};

let learned: Learned | undefined;

/** Whether a pool knows PostgreSQL's own arrays, by itself or by now from another: their numbers are the same on every server. */
function knowsArrays(options: object): boolean {
  const own = options as Learned;
  if (TEXT_ARRAY in own.parsers) {
    learned ??= own;
    return true;
  }
  if (!learned) return false;
  for (const [type, array] of Object.entries(learned.shared.typeArrayMap)) {
    const [parser, serializer] = [learned.parsers[array], learned.serializers[array]];
    if (array >= FIRST_OWN_TYPE || !parser || !serializer) continue;
    own.shared.typeArrayMap[Number(type)] = array;
    own.parsers[array] = parser;
    own.serializers[array] = serializer;
  }
  return true;
}

/**
 * What a session relies on. A login may change the defaults of its own role, and whoever stole it leaves them behind; what a
 * connection names when it starts is stronger. A commit that is not on disk yet would be acknowledged and lost, and a
 * decision in an older snapshot would not see what was stopped or revoked meanwhile. No function of ours reads its texts by how backslashes are
 * taken (db/sql/catalogue.test.ts); that a statement does not either costs nothing.
 */
const SESSION_SETTINGS = {
  synchronous_commit: "on",
  default_transaction_isolation: "read committed",
  standard_conforming_strings: "on",
} as const;

/** Not in the driver's types: its own way to be handed a socket. */
const SOCKET: object = { socket: openPoolSocket };

/** The same for a driver that is given nothing but an address, as node-postgres is by the housekeeper's queue. */
export function withSessionSettings(url: string): string {
  const changed = new URL(url);
  const named = changed.searchParams.get("options");
  const settings = Object.entries(SESSION_SETTINGS).map(
    ([name, value]) => `-c ${name}=${value.replaceAll(" ", "\\ ")}`,
  );
  changed.searchParams.set("options", [...(named ? [named] : []), ...settings].join(" "));
  return changed.href;
}

/** A type that is known when all are: PostgreSQL's number of `text[]`. */
const TEXT_ARRAY = 1009;
/** From here on a database numbers what was made in it. */
const FIRST_OWN_TYPE = 10_000;

/** A server that is going down may take a connection and never speak; a statement waits for it meanwhile. */
const LONGEST_CONNECT_SECONDS = 10;
const SHORTEST_PAUSE_SECONDS = 0.05;
const LONGEST_PAUSE_SECONDS = 0.5;

/**
 * How long a connection waits before it tries again. The driver's own answer grows to 20 s and counts the failures of all
 * connections of a pool together, so that a server which was away for one second was missed for fifteen.
 */
function pauseSeconds(failures: number): number {
  const pause = Math.min(SHORTEST_PAUSE_SECONDS * 2 ** failures, LONGEST_PAUSE_SECONDS);
  return pause * (0.5 + Math.random() / 2);
}
