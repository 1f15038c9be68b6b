import type postgres from "postgres";
import { containing } from "#db/like-pattern.ts";
import { plainRows } from "#db/plain-rows.ts";
import type { TrustLevel, TrustSection } from "#lib/policy/document/trust-section.ts";
import type { AccessLevel } from "#lib/policy/vocabulary.ts";
import { rankOf, type TrustScope } from "../levels.ts";
import type { TrackStanding, TrustStanding } from "../standing.ts";

export interface TrustTrack extends Partial<Omit<TrackStanding, "category" | "level">> {
  readonly category: TrustScope;
  readonly level: TrustLevel;
  readonly since: string;
  /** The last step down; what was done before it earns nothing. */
  readonly resetAt: string | null;
  readonly frozenAt: string | null;
  readonly frozenReason: string | null;
  /** A step that people are asked about. */
  readonly proposed: TrustLevel | null;
}

export interface TrustRow {
  readonly agentId: string;
  readonly agent: string;
  readonly ownerId: string;
  readonly declared: AccessLevel;
  readonly custom: boolean;
  readonly frozenAt: string | null;
  readonly strategy: TrustSection["strategy"] | null;
  /** Its own, not everybody's. */
  readonly ownStrategy: boolean;
  readonly evaluatedAt: string | null;
  readonly tracks: readonly TrustTrack[];
}

interface Found extends Omit<TrustRow, "tracks"> {
  readonly tracks: TrustTrack[] | null;
  readonly standing: Partial<TrustStanding>;
}

export const TRUST_A_PAGE = 50;

/** Where agents stand, by name: what they are trusted with, what the last look found, and what it would take to rise. */
export async function listTrust(
  sql: postgres.Sql,
  { agentId, words, after }: { agentId?: string; words?: string; after?: string } = {},
  limit = TRUST_A_PAGE,
): Promise<{ items: TrustRow[]; next: string | undefined }> {
  const rows = plainRows(
    await sql<Found[]>`
    select g.id as "agentId", g.name as agent, g.owner_id as "ownerId", g.access_level as declared, g.custom_grants is not null as custom,
      g.frozen_at as "frozenAt", coalesce(g.trust_config, f.config) ->> 'strategy' as strategy, g.trust_config is not null as "ownStrategy",
      s.evaluated_at as "evaluatedAt", coalesce(s.standing, '{}') as standing, t.tracks
    from agents.agents g
    left join agents.trust_in_force f on f.one = 1
    left join agents.trust_standings s on s.agent_id = g.id
    left join lateral (
      select jsonb_agg(jsonb_build_object('category', t.category, 'level', t.level, 'since', t.since, 'resetAt', t.reset_at, 'frozenAt', t.frozen_at,
        'frozenReason', t.frozen_reason, 'proposed', (
          select c.to_level from agents.trust_changes c
          where c.agent_id = g.id and c.category = t.category and c.state = 'proposed' limit 1))) as tracks
      from agents.agent_trust t where t.agent_id = g.id
    ) t on true
    where true
      ${agentId === undefined ? sql`` : sql`and g.id = ${agentId}`}
      ${words === undefined ? sql`` : sql`and g.name like ${containing(words)}`}
      ${after === undefined ? sql`` : sql`and g.name > ${after}`}
    order by g.name limit ${limit + 1}`,
  );
  const items = rows.slice(0, limit).map(({ standing, tracks, ...row }) => ({
    ...row,
    tracks: (tracks ?? []).map((track) => ({ ...foundOf(standing, track), ...track })).sort(byScope),
  }));
  return { items, next: rows.length > limit ? items.at(-1)?.agent : undefined };
}

/** What the last look found of a scope; nothing where the level has changed since. */
function foundOf({ tracks = [] }: Partial<TrustStanding>, { category, level }: TrustTrack): Partial<TrackStanding> {
  return tracks.find((track) => track.category === category && track.level === level) ?? {};
}

const byScope = (a: TrustTrack, b: TrustTrack) =>
  a.category === b.category
    ? 0
    : a.category === "all"
      ? -1
      : b.category === "all"
        ? 1
        : a.category < b.category
          ? -1
          : 1;

/** The level an agent acts at in a category: the lowest of what was declared and what it is trusted with. */
export function actsIn(
  {
    declared,
    custom,
    tracks,
  }: Pick<TrustRow, "declared" | "custom"> & { readonly tracks: readonly Pick<TrustTrack, "category" | "level">[] },
  category: TrustScope,
): AccessLevel {
  const levels = tracks.filter((track) => track.category === "all" || track.category === category);
  const ceiling = custom || declared === "custom" ? undefined : declared;
  const [least] = [...levels.map(({ level }) => level), ...(ceiling ? [ceiling] : [])].sort(
    (a, b) => rankOf(a) - rankOf(b),
  );
  return least ?? "custom";
}
