-- Notes that this transaction changed something that decisions are read from: whoever sees the change sees the note, and takes no
-- kept terms (agents.kept_terms) from before it. A row of its own for each transaction, so that nobody waits for anybody.
create function airlock.note_term_change()
returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into agents.term_changes (txid) values (pg_current_xact_id()) on conflict do nothing;
  return null;
end
$$;
