import { createHash } from "node:crypto";
import { join } from "node:path";

/** Where the parts of one embedded server lie. */
export interface Layout {
  readonly home: string;
  /** Belongs to the account that the server runs as, nobody else may look in. */
  readonly folder: string;
  readonly data: string;
  readonly log: string;
  readonly socketDirectory: string;
  readonly passwordFile: string;
  readonly lockFile: string;
  /** One file for each process that uses the server, so that the last one can stop it. */
  readonly users: string;
}

export const SUPERUSER = "postgres";
export const DATABASE = "airlock";
/** Only the name of the socket file: nothing listens on TCP. */
export const PORT = 5432;

/** The kernel holds a socket's path in 108 bytes on Linux and 104 on macOS, with a closing zero. */
const LONGEST_SOCKET_PATH = 103;

export function layoutOf(home: string): Layout {
  const folder = join(home, "postgres");
  return {
    home,
    folder,
    data: join(folder, "data"),
    log: join(folder, "server.log"),
    socketDirectory: socketDirectoryOf(folder, home),
    passwordFile: join(home, "superuser-password"),
    lockFile: join(home, "run", "postgres.lock"),
    users: join(home, "run", "postgres-users"),
  };
}

export function socketPathIn(directory: string): string {
  return join(directory, `.s.PGSQL.${PORT}`);
}

function socketDirectoryOf(folder: string, home: string): string {
  const beside = join(folder, "socket");
  if (Buffer.byteLength(socketPathIn(beside)) <= LONGEST_SOCKET_PATH) return beside;
  return `/tmp/airlock-${createHash("sha256").update(home).digest("hex").slice(0, 16)}`;
}

/** In the form that libpq and node-postgres read; `openConnection` teaches it to postgres.js. */
export function socketUrl(socketDirectory: string, password: string, database: string = DATABASE): string {
  return `postgres://${SUPERUSER}:${encodeURIComponent(password)}@${encodeURIComponent(socketDirectory)}/${database}`;
}
