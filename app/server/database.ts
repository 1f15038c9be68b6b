import "server-only";
import type postgres from "postgres";
import { openConnection } from "#db/open-connection.ts";
import { webDatabaseUrl } from "./environment.ts";

/** The dashboard's one pool. Kept on the global object, because a development server evaluates this file again and again. */
const held = globalThis as typeof globalThis & { airlockWebPool?: postgres.Sql };

export function database(): postgres.Sql {
  held.airlockWebPool ??= openConnection(webDatabaseUrl(), {
    max: 10,
    connection: { application_name: "airlock-web" },
  });
  return held.airlockWebPool;
}
