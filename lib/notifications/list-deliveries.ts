import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import type { ChannelKind, DeliveryState, News } from "./vocabulary.ts";

export interface DeliveryItem {
  readonly id: string;
  readonly channelId: string;
  readonly channel: string;
  readonly kind: ChannelKind;
  readonly news: News | "test";
  readonly subjectKind: string | null;
  readonly subjectId: string | null;
  readonly tool: string | null;
  readonly agent: string | null;
  readonly tier: string | null;
  /** Several decisions in one message. */
  readonly count: number;
  /** Whom a mail went to by their part in the question. */
  readonly recipients: readonly string[];
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly nextAt: string | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: string;
  readonly endedAt: string | null;
}

export interface DeliveryFilter {
  readonly channelId?: string | undefined;
  readonly state?: DeliveryState | undefined;
  /** The last id of the page before. */
  readonly before?: string | undefined;
}

const PAGE = 50;

/** The log of deliveries, newest first; one more than a page says that there are more. */
export async function listDeliveries(
  sql: postgres.Sql,
  { channelId, state, before }: DeliveryFilter,
): Promise<{ readonly items: readonly DeliveryItem[]; readonly next: string | undefined }> {
  const rows = plainRows(
    await sql<DeliveryItem[]>`
      select d.id, c.id as "channelId", c.name as channel, c.kind, d.news, d.subject_kind as "subjectKind", d.subject_id as "subjectId",
        d.facts ->> 'tool' as tool, d.facts ->> 'agent' as agent, d.facts ->> 'tier' as tier, coalesce((d.facts ->> 'count')::int, 1) as count,
        d.recipients, d.state, d.attempts, d.next_at as "nextAt", d.last_status as "lastStatus", d.last_error as "lastError",
        d.created_at as "createdAt", d.ended_at as "endedAt"
      from agents.notification_deliveries d join agents.notification_channels c on c.id = d.channel_id
      where (${channelId ?? null}::uuid is null or c.id = ${channelId ?? null}::uuid)
        and (${state ?? null}::text is null or d.state = ${state ?? null}::text)
        and (${before ?? null}::uuid is null or d.id < ${before ?? null}::uuid)
      order by d.id desc limit ${PAGE + 1}`,
  );
  const items = rows.slice(0, PAGE);
  return { items, next: rows.length > PAGE ? items.at(-1)?.id : undefined };
}
