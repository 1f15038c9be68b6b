import type postgres from "postgres";

const NAMES_MOST = 100;

/** The names of all tools, to choose one from; nothing when there are more than anybody would choose from. */
export async function listToolNames(sql: postgres.Sql): Promise<string[] | undefined> {
  const rows = await sql<{ name: string }[]>`
    select name from agents.tools_registry order by name limit ${NAMES_MOST + 1}`;
  return rows.length > NAMES_MOST ? undefined : rows.map(({ name }) => name);
}
