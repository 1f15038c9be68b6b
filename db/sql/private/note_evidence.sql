-- There is something new to look at: the evaluator takes these agents next.
create function airlock.note_evidence(p_agents uuid[])
returns void language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  insert into agents.trust_standings as s (agent_id, seen) select distinct a, 1 from unnest(p_agents) a order by a
  on conflict (agent_id) do update set seen = s.seen + 1
$$;
