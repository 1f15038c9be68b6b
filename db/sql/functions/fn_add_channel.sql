-- An admin says where people are told that something waits. A web address comes sealed to the housekeeper, with the key that signs: neither
-- this database nor the login that serves pages can read it again. What is shown of it is sealed in, so it cannot be another.
create function agents.fn_add_channel(
  p_session text, p_kind text, p_name text, p_target text, p_audience text, p_sealed_to text, p_sealed bytea, p_news text[], p_least_rank int)
returns uuid language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  admin agents.people := airlock.person_with_role(p_session, 'admin');
  channel uuid := airlock.new_id();
begin
  perform airlock.check_channel(p_name, p_news, p_least_rank);
  if coalesce(p_kind, '') not in ('webhook', 'slack', 'email')
    or coalesce(p_audience, '') not in ('target', 'owner', 'assignee', 'roster') or (p_audience <> 'target' and p_kind <> 'email')
  then
    perform airlock.refuse('AL026', 'A channel is a webhook, a Slack webhook or mail; only mail goes to people by their part in a question.');
  end if;
  if p_kind = 'email' then
    if coalesce(p_target, '') !~ '^[!-~]{1,120}$' or (p_audience = 'target' and p_target !~ E'^[^@<>(),;:\\\\"\\[\\]]+@[A-Za-z0-9.-]+$')
      or (p_audience <> 'target' and p_target <> p_audience) or p_sealed is not null or p_sealed_to is not null
    then
      perform airlock.refuse('AL026', 'Mail goes to one plain address, or to people by their part in a question, and has nothing to seal.');
    end if;
  elsif coalesce(p_target, '') !~ E'^[A-Za-z0-9.:\\[\\]-]{1,255}$' or coalesce(p_sealed_to, '') !~ '^[0-9a-f]{16}$'
    or coalesce(octet_length(p_sealed), 0) not between 49 and 8192
  then
    perform airlock.refuse('AL026', 'A web address comes sealed, with the id of the key it is sealed to; of the address only the host is shown.');
  end if;
  -- Two writers take turns, so that neither counts without the other.
  perform pg_advisory_xact_lock(airlock.lock_name('notification_channels'));
  if (select count(*) from agents.notification_channels c where c.retired_at is null) >= 50 then
    perform airlock.refuse('AL030', 'There are 50 channels already; retire one first.');
  end if;
  perform airlock.begin_notifying();
  insert into agents.notification_channels (id, kind, name, target, audience, sealed, sealed_to, news, least_rank, enabled, created_by, created_at)
  values (channel, p_kind, btrim(p_name), p_target, p_audience, p_sealed, p_sealed_to, p_news, p_least_rank, true, admin.id, now());
  perform airlock.wake();
  perform audit.append('person:' || admin.id, 'channel.added', 'channel:' || channel,
    jsonb_build_object('kind', p_kind, 'name', btrim(p_name), 'target', p_target, 'audience', p_audience, 'sealedTo', p_sealed_to, 'news', p_news, 'leastRank', p_least_rank));
  return channel;
end
$$;
