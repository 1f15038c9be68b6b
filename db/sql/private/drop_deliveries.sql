-- What a channel still had to be told is not sent any more, and the log says why.
create function airlock.drop_deliveries(p_channel uuid, p_reason text)
returns void language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  update agents.notification_deliveries set state = 'failed', next_at = null, ended_at = now(), last_error = p_reason
  where channel_id = p_channel and state = 'waiting'
$$;
