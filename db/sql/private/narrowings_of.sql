-- The hosts, paths, limits and backends that rules of the agent's profiles leave this tool, one entry a rule: gate and sandbox meet them all.
create function airlock.narrowings_of(p_terms airlock.call_terms)
returns jsonb language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  if cardinality(p_terms.profile_ids) = 0 then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(r.reach order by r.id), '[]') from agents.profile_rules r
    where r.profile_id = any (p_terms.profile_ids) and r.reach is not null and (r.until is null or r.until > now())
      and ((r.subject_kind = 'tool' and r.subject = p_terms.tool_name)
        or (r.subject_kind = 'action' and r.subject = any (airlock.words_for(p_terms.action_type, p_terms.category)))));
end
$$;
