-- Which of the agents that a dispatcher keeps sandboxes for may not run anything now: frozen, under a kill switch, or gone.
create function agents.fn_stopped_agents(p_worker uuid, p_agents uuid[])
returns setof uuid language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (select from agents.workers w where w.id = p_worker and w.stopped_at is null) then
    perform airlock.refuse('AL028', 'This worker is not registered.');
  end if;
  if coalesce(cardinality(p_agents), 0) > 1000 then
    perform airlock.refuse('AL026', 'At most 1,000 agents are asked about at once.');
  end if;
  return query
    select kept.id from unnest(p_agents) as kept (id)
    where kept.id is not null and (not exists (select from agents.agents a where a.id = kept.id and a.frozen_at is null)
      or exists (select from airlock.stopped_by(kept.id, null)));
end
$$;
