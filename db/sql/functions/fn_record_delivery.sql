-- Writes down how a delivery went. One that failed is tried again after a pause that doubles (a quarter of a minute at first, with some
-- chance in it so that many do not come back together), and given up after eight.
create function agents.fn_record_delivery(p_delivery uuid, p_sent boolean, p_status int, p_error text)
returns text language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  delivery agents.notification_deliveries;
  outcome text;
begin
  if p_sent is null or p_status not between 100 and 999 then
    perform airlock.refuse('AL026', 'A delivery was made or not, with a status of three digits if there was an answer.');
  end if;
  select d.* into delivery from agents.notification_deliveries d where d.id = p_delivery for update;
  if delivery.id is null then
    perform airlock.refuse('AL028', 'There is no such delivery.');
  end if;
  if delivery.state <> 'waiting' then
    -- Another keeper took it over and was done first, or the channel is gone.
    return delivery.state;
  end if;
  outcome := case when p_sent then 'sent' when delivery.attempts >= 8 then 'failed' else 'waiting' end;
  update agents.notification_deliveries
  set state = outcome, last_status = p_status, last_error = left(nullif(btrim(p_error), ''), 300),
    ended_at = case when outcome <> 'waiting' then now() end,
    next_at = case when outcome = 'waiting' then
      now() + make_interval(secs => least(3600, 15 * 2 ^ (greatest(attempts, 1) - 1)) * (0.75 + random() / 2)) end
  where id = delivery.id;
  if delivery.news = 'test' or outcome = 'failed' then
    perform airlock.wake();
  end if;
  return outcome;
end
$$;
