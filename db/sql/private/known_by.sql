-- The hash of a word by which a browser shows that this address has signed in from it in the last ninety days, or is signed in now; null for any
-- other. It opens nothing: tries that bring it are only counted apart from those of whoever knows the address.
create function airlock.known_by(p_email text, p_word text)
returns bytea language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select sha256(convert_to(p_word, 'UTF8')) from agents.people p
  where p.email = lower(p_email) and p.disabled_at is null and (
    exists (select from agents.known_browsers b where b.person_id = p.id and b.token_hash = sha256(convert_to(p_word, 'UTF8'))
      and b.used_at > clock_timestamp() - interval '90 days')
    or exists (select from agents.sessions s where s.person_id = p.id and s.token_hash = sha256(convert_to(p_word, 'UTF8'))
      and s.expires_at > clock_timestamp()))
$$;
