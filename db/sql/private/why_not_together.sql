-- Why these calls are not approved by one act, in a sentence; null: they may be. A yes to many is a yes to one thing said many times: one tool,
-- one agent, nothing grave, nothing that was noticed about the tool or in the arguments, nobody else to ask. What is asked here cannot
-- become untrue for a revision: agent, tool and findings never change, tier and quorum are bound to it by the digest.
create function airlock.why_not_together(p_items jsonb)
returns text language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select case
    when count(distinct i.tool_id) > 1 then 'They are calls of more than one tool.'
    when count(distinct i.agent_id) > 1 then 'They are calls of more than one agent.'
    when bool_or(i.tier in ('high', 'dual')) then 'Calls of tier high or dual are approved one by one.'
    when bool_or(i.required_approvals <> 1) then 'Calls that take two people are approved one by one.'
    when bool_or(v.alarmed) then 'The scanner noticed something about this tool.'
    when bool_or(a.flagged) then 'The cleaner noticed something in the arguments; such calls are approved one by one.'
  end
  from jsonb_array_elements(p_items) s (e)
  join agents.tool_invocations i on i.id = (s.e ->> 'id')::uuid
  join agents.tool_versions v on v.id = i.tool_version_id
  left join agents.approvals a on a.subject_kind = 'invocation' and a.subject_id = i.id and a.revision = i.revision
$$;
