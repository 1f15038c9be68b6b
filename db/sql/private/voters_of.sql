-- Which roles answer which kind of question. A kind that is not listed is answered by nobody.
create function airlock.voters_of(p_kind text)
returns text[] language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select case p_kind
    when 'tool_version' then array['reviewer']
    when 'trust_change' then array['reviewer', 'admin']
    when 'policy_version' then array['reviewer']
    when 'team_run' then array['operator', 'reviewer']
    when 'action' then array['operator', 'reviewer']
    else array[]::text[]
  end
$$;
