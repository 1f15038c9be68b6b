-- An admin ends a channel: from this commit on nothing is sent there, and its sealed address and key are gone.
create function agents.fn_retire_channel(p_session text, p_channel uuid, p_reason text)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  admin agents.people := airlock.person_with_role(p_session, 'admin');
begin
  perform airlock.check_reason(p_reason, 'Say why; it stays on record.');
  update agents.notification_channels set retired_at = now(), enabled = false, sealed = case when sealed is not null then E'\\x'::bytea end
  where id = p_channel and retired_at is null;
  if not found then
    perform airlock.refuse('AL028', 'There is no such channel.');
  end if;
  perform airlock.drop_deliveries(p_channel, 'The channel was retired.');
  perform airlock.wake();
  perform audit.append('person:' || admin.id, 'channel.retired', 'channel:' || p_channel, jsonb_build_object('reason', p_reason));
end
$$;
