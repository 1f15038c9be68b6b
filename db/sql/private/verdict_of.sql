-- The strictest of the lines: deny beats hold beats run, the larger quorum wins. No line at all is a denial.
create function airlock.verdict_of(p_lines jsonb)
returns jsonb language sql stable
as $$
  select case
    when coalesce(p_lines, '[]') = '[]' or p_lines @> '[{"concluded": "deny"}]' then jsonb_build_object('kind', 'deny', 'code', airlock.denial_code(p_lines))
    when p_lines @> '[{"concluded": "hold", "people": 2}]' then '{"kind": "hold", "people": 2}'
    when p_lines @> '[{"concluded": "hold"}]' then '{"kind": "hold", "people": 1}'
    else '{"kind": "run"}'
  end
$$;
