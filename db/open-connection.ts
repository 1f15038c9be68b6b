import postgres from "postgres";

type ConnectionOptions = Omit<postgres.Options<Record<never, never>>, "host" | "path" | "types">;

/**
 * The one way to open connections from a URL. postgres.js does not understand the URL form in which libpq and node-postgres
 * name a Unix socket (`postgres://user:password@%2Frun%2Fairlock/airlock`), and the embedded server has nothing but a socket.
 */
export function openConnection(url: string, options: ConnectionOptions = {}): postgres.Sql {
  const host = decodeURIComponent(new URL(url).hostname);
  return postgres(url, host.startsWith("/") ? { ...options, host } : options);
}
