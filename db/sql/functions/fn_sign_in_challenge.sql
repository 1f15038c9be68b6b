-- What a password must be stretched with. An unknown address gets a salt too, always the same one, so that the answer
-- tells nobody who exists.
create function agents.fn_sign_in_challenge(p_email text)
returns table (salt bytea, memory_kib int, passes int, parallelism int) language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(c.salt, substring(sha256(n.salt_key || convert_to(lower(p_email), 'UTF8')) from 1 for 16)),
    coalesce(c.memory_kib, 19456), coalesce(c.passes, 2), coalesce(c.parallelism, 1)
  from agents.installation n
  left join agents.people p on p.email = lower(p_email) and p.disabled_at is null
  left join agents.person_credentials c on c.person_id = p.id
$$;
