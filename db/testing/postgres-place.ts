import type { Sql } from "postgres";
import { openConnection } from "#db/open-connection.ts";

/** The tests' server as a program that is not ours would reach it: its socket, and any of its databases. */
export function postgresPlace(): { readonly socket: string; open(database: string): Sql } {
  const url = new URL(process.env.AIRLOCK_TEST_ADMIN_URL ?? "");
  const directory = url.searchParams.get("host") ?? decodeURIComponent(url.hostname);
  return {
    socket: `${directory}/.s.PGSQL.${url.searchParams.get("port") ?? (url.port || "5432")}`,
    open(database) {
      const other = new URL(url.href);
      other.pathname = `/${database}`;
      return openConnection(other.href, { max: 1, onnotice: () => {} });
    },
  };
}
