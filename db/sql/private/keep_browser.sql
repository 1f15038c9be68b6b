-- Keeps the word of a browser that somebody has just signed in from; of more than twenty the ones that were used last.
create function airlock.keep_browser(p_person uuid, p_word text)
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  if length(p_word) not between 43 and 200 then
    perform airlock.refuse('AL026', 'The word of a browser has at least 32 random bytes.');
  end if;
  insert into agents.known_browsers (person_id, token_hash, used_at) values (p_person, sha256(convert_to(p_word, 'UTF8')), now())
  on conflict (person_id, token_hash) do update set used_at = excluded.used_at;
  delete from agents.known_browsers b where b.person_id = p_person and b.token_hash not in (
    select k.token_hash from agents.known_browsers k where k.person_id = p_person order by k.used_at desc, k.token_hash limit 20);
end
$$;
