import type postgres from "postgres";

export interface Neighbour {
  readonly name: string;
  readonly description: string;
}

/** The tools that came from elsewhere: names that must not be imitated, texts that must not be leaned on. */
export async function readNeighbours(sql: postgres.Sql, serverId: string): Promise<Neighbour[]> {
  return await sql<Neighbour[]>`
    select t.name, left(t.description, 400) as description from agents.tools_registry t
    where t.server_id is distinct from ${serverId} and t.state <> 'retired' order by t.updated_at desc limit 500`;
}
