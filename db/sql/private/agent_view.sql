-- What an agent may know of a call of its own (airlock.view_of), read from the record, with the cleaned output and how long
-- it ran when it did. That cleaning changed an output is said; of source, data and diffs also what follows from it.
create function airlock.agent_view(p_invocation uuid)
returns jsonb language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select airlock.view_of(i, t.name)::jsonb
    || case when o.invocation_id is null then '{}'::jsonb
      when o.cleaned_deleted_at is not null then jsonb_build_object('outputDeletedAt', o.cleaned_deleted_at, 'findings', o.findings)
      else jsonb_build_object('output', o.cleaned, 'findings', o.findings) end
    || case when o.altered and o.cleaned is not null then jsonb_build_object('outputAltered', true) || (
        select case when v.contract ->> 'outputContent' = 'verbatim' then jsonb_build_object('notice',
          'This is not the exact content: parts of it were masked or removed. Do not write it back; a mark (⟦…⟧) in what you write is refused.')
          else '{}'::jsonb end
        from agents.tool_versions v where v.id = i.tool_version_id) else '{}'::jsonb end
    || case when r.usage is null then '{}'::jsonb else jsonb_build_object('execution_time_ms', r.usage -> 'wallMs') end
  from agents.tool_invocations i
  join agents.tools_registry t on t.id = i.tool_id
  left join agents.invocation_outputs o on o.invocation_id = i.id
  left join agents.invocation_runs r on r.invocation_id = i.id and r.fence = i.fence
  where i.id = p_invocation
$$;
