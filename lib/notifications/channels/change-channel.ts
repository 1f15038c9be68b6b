import type postgres from "postgres";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import type { Tier } from "#lib/policy/vocabulary.ts";
import { type News, rankOf } from "../vocabulary.ts";

export interface ChannelChange {
  readonly id: string;
  readonly name: string;
  readonly news: readonly News[];
  readonly leastTier: Tier;
  readonly enabled: boolean;
}

/** What it is told of, and whether; never where it goes. */
export async function changeChannel(sql: postgres.Sql, token: string, change: ChannelChange): Promise<Outcome<null>> {
  const { id, name, news, leastTier, enabled } = change;
  await sql`
    select agents.fn_change_channel(${token}, ${id}, ${name}, ${[...news]}, ${rankOf(leastTier)}, ${enabled})`;
  return done(null);
}

export async function retireChannel(
  sql: postgres.Sql,
  token: string,
  id: string,
  reason: string,
): Promise<Outcome<null>> {
  await sql`select agents.fn_retire_channel(${token}, ${id}, ${reason})`;
  return done(null);
}

/** Has the housekeeper send a test; how it went stands in the log of deliveries. */
export async function testChannel(sql: postgres.Sql, token: string, id: string): Promise<Outcome<null>> {
  await sql`select agents.fn_test_channel(${token}, ${id})`;
  return done(null);
}
