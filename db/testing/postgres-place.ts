import type { Sql } from "postgres";
import { openConnection } from "#db/open-connection.ts";

interface PostgresPlace {
  readonly socket: string;
  /** `login`: `user:password`; the server's owner if not given. */
  open(database: string, login?: string): Sql;
}

/** The tests' server as a program that is not ours would reach it: its socket, and any of its databases. */
export function postgresPlace(): PostgresPlace {
  const url = new URL(process.env.AIRLOCK_TEST_ADMIN_URL ?? "");
  const directory = url.searchParams.get("host") ?? decodeURIComponent(url.hostname);
  return {
    socket: `${directory}/.s.PGSQL.${url.searchParams.get("port") ?? (url.port || "5432")}`,
    open(database, login) {
      const other = new URL(url.href);
      if (login !== undefined) [other.username = "", other.password = ""] = login.split(":");
      other.pathname = `/${database}`;
      return openConnection(other.href, { max: 1 });
    },
  };
}
