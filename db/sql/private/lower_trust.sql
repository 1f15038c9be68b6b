-- Takes trust away without asking anybody, in the transaction of what it is for. The caller holds the agent's row and writes the entry.
create function airlock.lower_trust(p_agent uuid, p_category text, p_level text, p_kind text, p_reason text, p_evidence jsonb)
returns uuid language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  levels constant text[] := array['sandboxed', 'restricted', 'standard', 'elevated'];
  step uuid := airlock.new_id();
  present text;
begin
  select t.level into present from agents.agent_trust t where t.agent_id = p_agent and t.category = p_category for update;
  if present is not null and array_position(levels, p_level) >= array_position(levels, present) then
    return null;
  end if;
  -- Lowered in everything: also what is asked about in one category would be granted on what no longer holds.
  perform airlock.drop_trust_proposals(p_agent, nullif(p_category, 'all'));
  insert into agents.trust_changes (id, agent_id, category, from_level, to_level, state, proposed_by, reason, evidence, created_at, kind)
  values (step, p_agent, p_category, present, p_level, 'proposed', null, p_reason, p_evidence, now(), p_kind);
  perform airlock.apply_trust_change(step);
  return step;
end
$$;
