-- Notes that an agent reached these with a tool, in one order, and before the call's entry in the log: two calls that end never wait for each other both.
-- An agent cannot fill the table: past a thousand a tool, what was not reached for longest is forgotten, and is new again.
create function airlock.learn_targets(p_agent uuid, p_tool uuid, p_targets text[])
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  most constant int := 1000;
begin
  insert into agents.seen_targets (agent_id, tool_id, target, first_seen_at, last_seen_at)
  select p_agent, p_tool, t.target, now(), now() from (select distinct u as target from unnest(p_targets) u) t order by t.target
  on conflict (agent_id, tool_id, target) do update set last_seen_at = excluded.last_seen_at;
  delete from agents.seen_targets s
  using (
    select o.target from agents.seen_targets o where o.agent_id = p_agent and o.tool_id = p_tool
    order by o.last_seen_at desc, o.target offset most for update skip locked
  ) old
  where s.agent_id = p_agent and s.tool_id = p_tool and s.target = old.target;
end
$$;
