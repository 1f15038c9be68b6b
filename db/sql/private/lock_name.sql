-- The number of a lock, for the few things that take turns without a row to lock. Made with what only this database knows: by
-- PostgreSQL's default every login may take an advisory lock of any number, and one that could be guessed would be held against us.
create function airlock.lock_name(p_name text)
returns bigint language sql stable
as $$
  select hashtextextended(encode(sha256(coalesce((select n.salt_key from agents.installation n), '') || convert_to(p_name, 'UTF8')), 'hex'), 0)
$$;
