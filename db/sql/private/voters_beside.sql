-- How many active people of these roles could vote on the calls of an agent of that owner (null: of any).
create function airlock.voters_beside(p_owner uuid, p_roles text[])
returns int language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select count(*)::int from agents.people p
  where p.role = any (p_roles) and p.disabled_at is null and p.id is distinct from p_owner
$$;
