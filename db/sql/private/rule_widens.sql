-- Whether a profile's rule lets through more than it did. Reach is compared as it is written.
create function airlock.rule_widens(p_before jsonb, p_after jsonb)
returns boolean language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select p_after is null
    or (p_before ? 'deny' and not p_after ? 'deny')
    or (not p_after ? 'deny' and coalesce((p_after ->> 'people')::int, 0) < coalesce((p_before ->> 'people')::int, 0))
    or (p_before ? 'max_invocations' and coalesce((p_after ->> 'max_invocations')::int > (p_before ->> 'max_invocations')::int, true))
    or not coalesce(p_after -> 'only_after', '[]') @> coalesce(p_before -> 'only_after', '[]')
    or exists (select from unnest(array['hosts', 'read', 'write', 'limits', 'backends', 'per', 'until']) part where p_before -> part is distinct from p_after -> part)
$$;
