import type postgres from "postgres";
import type { TrustSection } from "#lib/policy/document/trust-section.ts";
import { DAY_MS, WINDOW_DAYS } from "../defaults.ts";
import { evidenceAt } from "../evaluate-trust.ts";
import type { Track } from "../evidence.ts";
import type { TrustScope } from "../levels.ts";
import type { MoveEvidence } from "../standing.ts";
import { readHistories } from "./read-histories.ts";

/** What a step of an agent in one scope would rest on at this moment, by the database's clock; null where there is no such agent. */
export async function readEvidence(
  sql: postgres.Sql,
  { agentId, category }: { agentId: string; category: TrustScope },
): Promise<MoveEvidence | null> {
  const [place] = await sql<{ now: number; config: TrustSection | null; resetAt: number | null }[]>`
    select (extract(epoch from now()) * 1000)::float8 as now, f.config, (extract(epoch from t.reset_at) * 1000)::float8 as "resetAt"
    from agents.trust_in_force f left join agents.agent_trust t on t.agent_id = ${agentId} and t.category = ${category}
    where f.one = 1`;
  const now = place?.now ?? Date.now();
  const [history] = await readHistories(sql, { since: now - WINDOW_DAYS * DAY_MS, agentId });
  if (!history) return null;
  const track: Track = {
    ...{ category, level: "sandboxed", since: 0, verifiedAt: null, frozen: null },
    resetAt: place?.resetAt ?? null,
  };
  const config = history.config ?? place?.config ?? { strategy: "disabled" };
  const { ceiling, tallies, incidents } = history;
  return evidenceAt(config, { ceiling, tallies, incidents, tracks: [track], lastSuccess: {} }, track, now);
}
