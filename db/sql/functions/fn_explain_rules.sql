-- Why no standing rule answered for a call: the rules of its tool that could have been meant, nearest first, and where it parts from the call.
-- A card asks by itself, so the session is not renewed.
create function agents.fn_explain_rules(p_session text, p_invocation uuid)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_of_session(p_session, false);
  call agents.tool_invocations;
  asked jsonb;
begin
  select i.* into call from agents.tool_invocations i where i.id = p_invocation;
  if call.id is null then
    perform airlock.refuse('AL028', 'There is no such call.');
  end if;
  select n.input::jsonb into strict asked from agents.invocation_inputs n where n.invocation_id = call.id and n.revision = call.revision;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', near.id, 'why', near.why, 'argument', nullif(near.argument, '')) order by near.nth), '[]')
    from (
      select r.id, m.argument, row_number() over (order by (r.revoked_at is null and r.expires_at > now() and r.agent_id = call.agent_id) desc, r.id desc) as nth, case
        when r.tool_version_id <> call.tool_version_id then 'other_version'
        when r.agent_id is distinct from call.agent_id then 'other_agent'
        when r.revoked_at is not null then 'revoked'
        when r.expires_at <= now() then 'expired'
        when r.uses >= r.max_uses then 'used_up'
        when not airlock.rule_maker_stands(r) then 'maker_gone'
        when m.argument is not null then 'argument'
        when call.tier not in ('low', 'medium') or call.required_approvals <> 1 then 'too_grave'
        when call.revision > 1 then 'revised'
        else 'made_since' end as why
      from agents.standing_rules r
      cross join lateral (select airlock.rule_mismatch(r.pattern, asked) as argument) m
      where r.effect = 'approve' and r.created_at > now() - interval '90 days'
        and r.tool_version_id in (select v.id from agents.tool_versions v where v.tool_id = call.tool_id)
      order by nth limit 5
    ) near);
end
$$;
