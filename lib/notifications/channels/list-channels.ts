import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import type { Tier } from "#lib/policy/vocabulary.ts";
import type { Audience, ChannelKind, DeliveryState, News } from "../vocabulary.ts";

export interface ChannelItem {
  readonly id: string;
  readonly kind: ChannelKind;
  readonly name: string;
  readonly target: string;
  readonly audience: Audience;
  readonly sealedTo: string | null;
  readonly news: readonly News[];
  readonly leastTier: Tier;
  readonly enabled: boolean;
  readonly createdBy: string;
  readonly createdAt: string;
  /** The delivery that was last tried. */
  readonly last: {
    readonly state: DeliveryState;
    readonly at: string;
    readonly attempts: number;
    readonly error: string | null;
  } | null;
}

/** Channels in force. */
export async function listChannels(sql: postgres.Sql): Promise<ChannelItem[]> {
  return plainRows(
    await sql<ChannelItem[]>`
      select c.id, c.kind, c.name, c.target, c.audience, c.sealed_to as "sealedTo", c.news,
        (array['low', 'medium', 'high', 'dual'])[c.least_rank] as "leastTier", c.enabled, p.name as "createdBy", c.created_at as "createdAt",
        (
          select jsonb_build_object('state', d.state, 'at', coalesce(d.ended_at, d.created_at), 'attempts', d.attempts, 'error', d.last_error)
          from agents.notification_deliveries d where d.channel_id = c.id and d.attempts > 0 order by d.id desc limit 1
        ) as last
      from agents.notification_channels c join agents.people p on p.id = c.created_by
      where c.retired_at is null order by lower(c.name), c.id`,
  );
}
