-- A word for everything that decisions are read from (agents.term_changes), as it is seen now: the newest change, in this run of the server, whose
-- numbers another one may use again. Whoever read something while it was settled reads the same for as long as the word is the same: every
-- transaction up to the newest change had ended, so that whatever is committed later is newer, and another word.
create function airlock.state_of_terms(out word text, out settled boolean)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  -- Where no change is noted at all there is no word, and nothing is settled.
  select c.newest || '@' || extract(epoch from pg_postmaster_start_time()), coalesce(c.newest < pg_snapshot_xmin(pg_current_snapshot()), false)
  from (select (select t.txid from agents.term_changes t order by t.txid desc limit 1) as newest) c
$$;
