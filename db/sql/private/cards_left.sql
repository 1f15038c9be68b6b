-- How many more cards an agent may put before people. Asks of one agent that people decide take turns from here to their commit, so
-- that a flood of them at once counts as it would one by one. The same call asked again is no new card, up to ten times the number.
create function airlock.cards_left(p_agent uuid)
returns int language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  most int;
  cards int;
  calls int;
  not_its_own int;
begin
  perform pg_advisory_xact_lock(airlock.lock_name('cards ' || p_agent));
  -- A statement of its own, after the lock: it sees what those before it committed.
  select (select s.value::int from agents.settings s where s.name = 'agent_open_cards'), count(distinct a.digest), count(*) into strict most, cards, calls
  from agents.approvals a where a.agent_id = p_agent and a.status = 'pending';
  -- A drill looks like one of its cards and calls and is neither; and that it be trusted more, in each category, is not for it to ask.
  if cards >= most or calls >= 10 * most then
    select (select count(*) from agents.drills d join agents.tool_invocations i on i.id = d.invocation_id where d.outcome is null and i.agent_id = p_agent)
      + (select count(*) from agents.approvals a where a.agent_id = p_agent and a.status = 'pending' and a.subject_kind = 'trust_change')
    into strict not_its_own;
    cards := cards - not_its_own;
    calls := calls - not_its_own;
  end if;
  return case when calls >= 10 * most then -1 else greatest(0, most - cards) end;
end
$$;
