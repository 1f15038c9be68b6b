-- Which waiting calls, of any agent, carry a text in any value or name of what would run now. The first 200 with what a decision is bound
-- to, and how many there are among those that were looked at; what expires first comes first. The shortest are looked through first, and what is left after
-- three seconds is not: an agent that asks for a few long ones must not keep anybody from finding the others. Waiting actions and team runs are
-- not looked through; how many there are is said.
create function agents.fn_find_sharing(p_session text, p_text text)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  most constant int := 20000;
  enough constant timestamptz := clock_timestamp() + interval '3 seconds';
  person agents.people := airlock.person_with_role(p_session, 'operator', 'reviewer');
begin
  if airlock.flaw_of_pattern('deny', jsonb_build_object('anywhere', p_text)) is not null then
    perform airlock.refuse('AL026', 'Look for a text of 4 to 500 characters that can be seen.');
  end if;
  return (
    with waiting as materialized (
      select a.subject_id, a.revision, a.digest, a.expires_at, a.tool_id from agents.approvals a
      where a.status = 'pending' and a.subject_kind = 'invocation' and a.expires_at > now() order by a.expires_at limit most
    ), looked as materialized (
      select w.*, case when clock_timestamp() < enough then
        case when airlock.may_contain(w.input, p_text) then airlock.contains_text(w.input::jsonb, p_text) else false end end as carries
      from (
        select w.*, n.input from waiting w join agents.invocation_inputs n on n.invocation_id = w.subject_id and n.revision = w.revision
        order by octet_length(n.input) offset 0
      ) w
    ), sharing as materialized (
      select l.*, row_number() over (order by l.expires_at, l.subject_id) as nth from looked l where l.carries
    )
    select jsonb_build_object('mayFreeze', person.role = 'reviewer', 'looked', (select count(*) from looked l where l.carries is not null),
      'waiting', (select count(*) from waiting), 'others', (
        select count(*) from agents.approvals o where o.status = 'pending' and o.subject_kind in ('action', 'team_run') and o.expires_at > now()),
      'total', (select count(*) from sharing), 'items', coalesce((
      select jsonb_agg(jsonb_build_object('id', i.id, 'revision', s.revision, 'digest', s.digest, 'effect', i.effect, 'tier', i.tier,
        'toolVersionId', i.tool_version_id, 'tool', t.name, 'agentId', g.id, 'agent', g.name, 'frozen', g.frozen_at is not null,
        'stopped', exists (select from airlock.stopped_by(g.id, t.id)), 'expiresAt', s.expires_at) order by s.nth)
      from sharing s
      join agents.tool_invocations i on i.id = s.subject_id
      join agents.tools_registry t on t.id = s.tool_id
      join agents.agents g on g.id = i.agent_id
      where s.nth <= 200), '[]')));
end
$$;
