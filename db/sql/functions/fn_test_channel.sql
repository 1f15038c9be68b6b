-- An admin has a test sent, also through a channel that is turned off. Where a channel goes to people, the test goes to the admin. One at a
-- time: who asks again while one waits hears of that one.
create function agents.fn_test_channel(p_session text, p_channel uuid)
returns uuid language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  admin agents.people := airlock.person_with_role(p_session, 'admin');
  channel agents.notification_channels;
  delivery uuid;
begin
  select c.* into channel from agents.notification_channels c where c.id = p_channel and c.retired_at is null for update;
  if channel.id is null then
    perform airlock.refuse('AL028', 'There is no such channel.');
  end if;
  select d.id into delivery from agents.notification_deliveries d where d.channel_id = channel.id and d.news = 'test' and d.state = 'waiting';
  if delivery is not null then
    return delivery;
  end if;
  delivery := airlock.new_id();
  insert into agents.notification_deliveries (id, channel_id, news, facts, recipients, state, attempts, next_at, created_at)
  values (delivery, channel.id, 'test', jsonb_build_object('at', airlock.stamp(now())),
    case when channel.audience = 'target' then '{}'::text[] else array[admin.email] end, 'waiting', 0, now(), now());
  perform airlock.wake();
  perform audit.append('person:' || admin.id, 'channel.tested', 'channel:' || channel.id, jsonb_build_object('delivery', delivery));
  return delivery;
end
$$;
