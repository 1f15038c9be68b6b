-- What a password must be stretched with, and whether the browser is one that its person has signed in from. An unknown address gets a salt too,
-- always the same one, so that the answer tells nobody who exists. A try that would be refused is refused here already, before anybody stretches
-- anything; it is counted, and looked at in earnest, when it is announced (agents.fn_begin_sign_in).
create function agents.fn_sign_in_challenge(p_email text, p_browser text default null)
returns table (salt bytea, memory_kib int, passes int, parallelism int, known boolean) language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select airlock.refuse_further_tries(sha256(convert_to(lower(coalesce(p_email, '')), 'UTF8')), airlock.known_by(p_email, p_browser));
  select coalesce(c.salt, substring(sha256(n.salt_key || convert_to(lower(p_email), 'UTF8')) from 1 for 16)),
    coalesce(c.memory_kib, 19456), coalesce(c.passes, 2), coalesce(c.parallelism, 1), airlock.known_by(p_email, p_browser) is not null
  from agents.installation n
  left join agents.people p on p.email = lower(p_email) and p.disabled_at is null
  left join agents.person_credentials c on c.person_id = p.id
$$;
