-- An admin changes what a channel is told of, or turns it off and on. Where it goes never changes: that takes another channel. What a
-- channel that is turned off still had to be told is dropped; it would be old when it is turned on again.
create function agents.fn_change_channel(p_session text, p_channel uuid, p_name text, p_news text[], p_least_rank int, p_enabled boolean)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  admin agents.people := airlock.person_with_role(p_session, 'admin');
  channel agents.notification_channels;
begin
  perform airlock.check_channel(p_name, p_news, p_least_rank);
  if p_enabled is null then
    perform airlock.refuse('AL026', 'A channel is on or off.');
  end if;
  perform pg_advisory_xact_lock(airlock.lock_name('notification_channels'));
  select c.* into channel from agents.notification_channels c where c.id = p_channel and c.retired_at is null for update;
  if channel.id is null then
    perform airlock.refuse('AL028', 'There is no such channel.');
  end if;
  if p_enabled and not channel.enabled then
    perform airlock.begin_notifying();
  end if;
  update agents.notification_channels set name = btrim(p_name), news = p_news, least_rank = p_least_rank, enabled = p_enabled where id = channel.id;
  if not p_enabled then
    perform airlock.drop_deliveries(channel.id, 'The channel was turned off.');
  end if;
  perform airlock.wake();
  perform audit.append('person:' || admin.id, 'channel.changed', 'channel:' || channel.id,
    jsonb_build_object('name', btrim(p_name), 'news', p_news, 'leastRank', p_least_rank, 'enabled', p_enabled));
end
$$;
