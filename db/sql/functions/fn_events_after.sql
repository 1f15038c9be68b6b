-- An agent's own events after a cursor, oldest first. Read in the order of transactions, and only below the oldest one that
-- is still open: an event that commits late is seen late, never skipped.
create function agents.fn_events_after(p_key text, p_txid text, p_id bigint, p_limit int default 100)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  asking_key agents.agent_keys := airlock.key_of_agent(p_key, false);
begin
  if coalesce(p_txid, '') !~ '^[0-9]{1,19}$' or p_id is null or coalesce(p_limit, 0) not between 1 and 1000 then
    perform airlock.refuse('AL026', 'A cursor is the transaction and the number of the last event seen; a page has 1 to 1,000 events.');
  end if;
  if p_txid::xid8 >= pg_snapshot_xmin(pg_current_snapshot()) then
    -- Forged, or from before a restore: waiting for it would be waiting in silence.
    perform airlock.refuse('AL026', 'This event''s id lies ahead of this database.');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('txid', e.txid::text, 'id', e.id::text, 'type', e.type,
      'at', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'subject', e.subject, 'data', e.data)
      order by e.txid, e.id), '[]')
    from (
      select * from agents.events o
      where o.agent_id = asking_key.agent_id and (o.txid, o.id) > (p_txid::xid8, p_id)
        and o.txid < pg_snapshot_xmin(pg_current_snapshot())
      order by o.txid, o.id limit p_limit
    ) e);
end
$$;
