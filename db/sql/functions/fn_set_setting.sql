-- An admin changes one number. Its bounds are the row's own and no function moves them.
create function agents.fn_set_setting(p_session text, p_name text, p_value numeric, p_reason text)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  admin agents.people := airlock.person_with_role(p_session, 'admin');
  setting agents.settings;
begin
  perform airlock.check_reason(p_reason, 'Say why; it stays on record.');
  select s.* into setting from agents.settings s where s.name = p_name for update;
  if setting.name is null then
    perform airlock.refuse('AL028', 'There is no such setting.');
  end if;
  if p_value is null or p_value = 'NaN' or p_value not between setting.least and setting.most or p_value <> trunc(p_value) then
    perform airlock.refuse('AL026', format('This takes a whole number of %s from %s to %s.', setting.unit, setting.least, setting.most));
  end if;
  update agents.settings set value = p_value, changed_by = admin.id, changed_at = now() where name = p_name;
  perform audit.append('person:' || admin.id, 'setting.changed', 'setting:' || p_name,
    jsonb_build_object('from', setting.value, 'to', p_value, 'reason', p_reason));
end
$$;
