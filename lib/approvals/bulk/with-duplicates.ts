import type postgres from "postgres";
import type { Decision } from "#lib/approvals/decide-invocation.ts";

/** A card that stands for several calls: the same agent asked for exactly the same again. */
export interface FoldedDecision extends Decision {
  /** How many others the person was told of. */
  readonly folded: number;
}

/**
 * The calls that the cards stand for: each card's own, then those folded into it, the oldest first, and never more than the person
 * was told of: what the agent asked since is another card's worth of effect. The digest that was seen is theirs too.
 */
export async function withDuplicates(sql: postgres.Sql, cards: readonly FoldedDecision[]): Promise<Decision[]> {
  const folded = cards.filter((card) => card.folded > 0);
  if (folded.length === 0) return [...cards];
  const others = await sql<(Decision & { of: string })[]>`
    select card.id as of, other.subject_id as id, other.revision, other.digest
    from unnest(
      ${sql.array(folded.map(({ id }) => id))}::uuid[], ${sql.array(folded.map(({ digest }) => digest))}::text[],
      ${sql.array(folded.map((card) => card.folded))}::int[]) card (id, digest, most)
    join agents.approvals shown on shown.subject_kind = 'invocation' and shown.subject_id = card.id and shown.digest = card.digest
    cross join lateral (
      select a.subject_id, a.revision, a.digest from agents.approvals a
      where a.agent_id = shown.agent_id and a.digest = card.digest and a.status = 'pending' and a.subject_kind = 'invocation'
        and a.subject_id <> card.id and a.expires_at > now()
      order by a.created_at, a.subject_id limit card.most
    ) other`;
  const named = new Set(cards.map(({ id }) => id));
  return [...cards, ...others.filter(({ id }) => !named.has(id))];
}
