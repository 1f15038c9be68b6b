-- Whom a one-time link is for, so that the page can greet them; nothing when it is used up or unknown.
create function agents.fn_setup_link(p_token text)
returns jsonb language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object('first', l.person_id is null, 'name', p.name, 'email', p.email)
  from agents.setup_links l left join agents.people p on p.id = l.person_id
  where l.token_hash = sha256(convert_to(coalesce(p_token, ''), 'UTF8')) and l.used_at is null and l.expires_at > now()
    and (l.person_id is not null or not exists (select from agents.people))
    and (p.id is null or p.disabled_at is null)
$$;
