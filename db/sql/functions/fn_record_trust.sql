-- An evaluator says where agents stand, which steps are due, and when to look again. Where they stand is kept for pages; a step is taken or asked about
-- only as far as airlock.take_trust_move lets it, so that a wrong or hostile evaluator lifts nobody past what is on record, nor any
-- further than a level a day, and nobody to elevated; nor does it put off for long when anybody is looked at again, or shown anew. In the order of the lanes of the log. Any number may evaluate: a step is taken from
-- where an agent is, so the second of two finds it taken. Returns the steps.
create function agents.fn_record_trust(p_found jsonb)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  found_one jsonb;
  agent agents.agents;
  move jsonb;
  taken jsonb;
  steps jsonb;
  answer jsonb := '[]';
begin
  if coalesce(jsonb_typeof(p_found), '') <> 'array' or jsonb_array_length(p_found) > 2000
    or exists (select from jsonb_array_elements(p_found) f where coalesce(f ->> 'agent', '') !~ '^[0-9a-f-]{36}$' or coalesce(f ->> 'seen', '') !~ '^[0-9]{1,18}$'
      or coalesce(f ->> 'lookAgainAt', '0') !~ '^[0-9]{1,15}$' or coalesce(jsonb_typeof(f -> 'moves'), 'array') <> 'array' or pg_column_size(f) > 65536
      or coalesce(jsonb_typeof(f -> 'standing'), '') <> 'object' or coalesce(jsonb_typeof(f -> 'verified'), 'array') <> 'array')
  then
    perform airlock.refuse('AL026', 'What was found is a list of at most 2,000 agents, each with what was seen of it and where it stands.');
  end if;
  for found_one in
    select f from jsonb_array_elements(p_found) f where jsonb_array_length(coalesce(f -> 'moves', '[]')) > 0 or jsonb_array_length(coalesce(f -> 'verified', '[]')) > 0
    order by audit.lane_of('agent:' || (f ->> 'agent')), f ->> 'agent'
  loop
    select a.* into agent from agents.agents a where a.id = (found_one ->> 'agent')::uuid for update;
    continue when agent.id is null;
    steps := '[]';
    if exists (select from jsonb_array_elements(found_one -> 'moves') m where m -> 'from' = 'null') then
      taken := to_jsonb(airlock.begin_trust(agent.id));
      if taken <> '0' then
        steps := steps || jsonb_build_object('kind', 'start', 'scopes', taken, 'status', 'applied');
      end if;
    end if;
    for move in select m from jsonb_array_elements(found_one -> 'moves') m where m -> 'from' <> 'null' loop
      taken := airlock.take_trust_move(agent, move);
      if taken is not null then
        steps := steps || taken;
      end if;
    end loop;
    update agents.agent_trust t set verified_at = now()
    where t.agent_id = agent.id and coalesce(found_one -> 'verified', '[]') ? t.category and airlock.may_be_verified(t);
    if steps <> '[]' then
      perform audit.append('system', 'trust.moved', 'agent:' || agent.id, jsonb_build_object('steps', steps));
      answer := answer || jsonb_build_object('agent', agent.id, 'steps', steps);
    end if;
  end loop;
  update agents.trust_standings s set evaluated = greatest(s.evaluated, (f ->> 'seen')::bigint), evaluated_at = now(), standing = f -> 'standing',
    look_again_at = case when airlock.earns_trust(s.agent_id) then least(to_timestamp((f ->> 'lookAgainAt')::numeric / 1000), now() + interval '1 day') end
  from (select f from jsonb_array_elements(p_found) f order by f ->> 'agent') o (f) where s.agent_id = (f ->> 'agent')::uuid;
  return answer;
end
$$;
