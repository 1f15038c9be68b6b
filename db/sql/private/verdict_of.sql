-- The strictest of the lines: deny beats hold beats run, the larger quorum wins. No line at all is a denial.
create function airlock.verdict_of(p_lines jsonb)
returns jsonb language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select case
    when coalesce(bool_or(line ->> 'concluded' = 'deny'), true) then jsonb_build_object('kind', 'deny', 'code',
      case
        when bool_or(line ->> 'concluded' = 'deny' and line ->> 'rule' like 'kill.%') then 'stopped'
        when bool_or(line ->> 'concluded' = 'deny' and line ->> 'rule' = 'agent.frozen') then 'agent_frozen'
        when bool_or(line ->> 'concluded' = 'deny' and line ->> 'rule' = 'gate.path') then 'path_refused'
        when bool_or(line ->> 'concluded' = 'deny' and line ->> 'rule' = 'gate.host') then 'host_refused'
        when bool_or(line ->> 'concluded' = 'deny' and line ->> 'rule' like 'constraint.%') then 'constraint_refused'
        else 'access_refused'
      end)
    when bool_or(line ->> 'concluded' = 'hold')
      then jsonb_build_object('kind', 'hold', 'people', max(case when line ->> 'concluded' = 'hold' then (line ->> 'people')::int end))
    else jsonb_build_object('kind', 'run')
  end
  from jsonb_array_elements(p_lines) line
$$;
