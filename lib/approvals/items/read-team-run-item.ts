import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";
import { plainText } from "#lib/policy/plain-text.ts";
import type { Viewer } from "#lib/sessions/session.ts";
import type { TeamRunItem } from "./other-item.ts";
import { readQuestion } from "./read-question.ts";

interface TeamRunRow extends Pick<TeamRunItem, "agent" | "name" | "plan" | "planDigest"> {
  readonly ownerId: string;
  readonly frozen: boolean;
  readonly stopped: boolean;
}

/** A team that asks before it starts. */
export async function readTeamRunItem(sql: postgres.Sql, viewer: Viewer, id: string): Promise<TeamRunItem | undefined> {
  const [row] = plainRows(
    await sql<TeamRunRow[]>`
    select jsonb_build_object('id', g.id, 'name', g.name, 'accessLevel', g.access_level, 'owner', o.name) as agent,
      r.name, r.plan, r.plan_digest as "planDigest", g.owner_id as "ownerId", g.frozen_at is not null as frozen,
      exists (
        select from agents.kill_switches k
        where k.released_at is null and (k.scope = 'global' or (k.scope = 'agent' and k.target_id = g.id))
      ) as stopped
    from agents.team_runs r
    join agents.agents g on g.id = r.agent_id
    join agents.people o on o.id = g.owner_id
    where r.id = ${id}`,
  );
  if (!row) return undefined;
  const { ownerId, frozen, stopped, ...run } = row;
  const question = await readQuestion(sql, viewer, {
    kind: "team_run",
    id,
    effect: `Let the team of ${run.agent.name} start “${plainText(run.name, 120)}”`,
    stakes: [[ownerId, "you own this agent"]],
    halted: frozen ? "this agent is frozen" : stopped ? "calls are stopped by the kill switch" : null,
  });
  return question && { ...question, ...run, kind: "team_run" };
}
