-- What a rule would have answered in the last thirty days, before anybody makes it: of the newest calls of this tool (of this agent, or
-- of all), those it is for and what became of them. It is tried on what was asked, so what people changed before they let it through, or took back,
-- counts as not let through. It looks at a bounded number of calls, newest first, and says how many.
create function agents.fn_preview_rule(p_session text, p_invocation uuid, p_effect text, p_every_agent boolean, p_pattern jsonb)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  most constant int := 5000;
  person agents.people := airlock.person_with_role(p_session, 'operator', 'reviewer');
  call agents.tool_invocations;
  flaw text := airlock.flaw_of_pattern(p_effect, p_pattern);
  since constant timestamptz := now() - interval '30 days';
  seen jsonb;
begin
  if flaw is not null then
    perform airlock.refuse('AL026', flaw);
  end if;
  select i.* into call from agents.tool_invocations i where i.id = p_invocation;
  if call.id is null then
    perform airlock.refuse('AL028', 'There is no such call.');
  end if;
  with newest as materialized (
    (select i.id, i.error_code, i.approval_status, i.asked_at from agents.tool_invocations i
      where p_every_agent and p_effect = 'deny' and i.tool_id = call.tool_id and not i.is_drill
      order by i.id desc limit most)
    union all
    (select c.id, c.error_code, c.approval_status, c.asked_at from (
      select i.* from agents.tool_invocations i where i.agent_id = call.agent_id order by i.id desc limit most) c
      where not (coalesce(p_every_agent, false) and p_effect = 'deny') and c.tool_id = call.tool_id and not c.is_drill)
  ), matched as materialized (
    select n.id, case
      when n.error_code = 'undone' or (n.approval_status = 'approved' and exists (
        select from agents.invocation_inputs e where e.invocation_id = n.id and e.edited_by is not null)) then 'rejected'
      else n.approval_status end as became
    from newest n join agents.invocation_inputs asked on asked.invocation_id = n.id and asked.revision = 1
    where n.asked_at >= since and n.id <> call.id and case
      when not p_pattern ? 'anywhere' or airlock.may_contain(asked.input, p_pattern ->> 'anywhere') then airlock.rule_matches(p_pattern, asked.input::jsonb) end
  ), counted as (
    select m.*, row_number() over (partition by m.became order by m.id desc) as nth from matched m
  )
  select jsonb_build_object(
    'looked', (select count(*) from newest n where n.asked_at >= since),
    'days', 30,
    'matched', count(*),
    'released', count(*) filter (where m.became = 'approved'),
    'rejected', count(*) filter (where m.became = 'rejected'),
    'expired', count(*) filter (where m.became = 'expired'),
    'sampleRejected', coalesce(jsonb_agg(m.id order by m.id desc) filter (where m.became = 'rejected' and m.nth <= 10), '[]'),
    'sampleReleased', coalesce(jsonb_agg(m.id order by m.id desc) filter (where m.became = 'approved' and m.nth <= 10), '[]'))
  into strict seen from counted m;
  return seen || jsonb_build_object('differs', (
    select airlock.rule_mismatch(p_pattern, n.input::jsonb) from agents.invocation_inputs n
    where n.invocation_id = call.id and n.revision = call.revision));
end
$$;
