-- A person puts a question out of their own sight until then, or (null) back into it. Nobody else's list and no clock changes.
create function agents.fn_snooze(p_session text, p_kind text, p_subject uuid, p_until timestamptz)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_of_session(p_session);
begin
  if p_until is null then
    delete from agents.approval_snoozes where person_id = person.id and subject_kind = p_kind and subject_id = p_subject;
    if not found then
      perform airlock.refuse('AL028', 'You have not snoozed this.');
    end if;
  else
    perform airlock.open_subject(p_kind, p_subject);
    if p_until <= now() or p_until > now() + interval '24 hours' then
      perform airlock.refuse('AL026', 'Something is snoozed for at most a day.');
    end if;
    insert into agents.approval_snoozes (person_id, subject_kind, subject_id, until) values (person.id, p_kind, p_subject, p_until)
    on conflict (person_id, subject_kind, subject_id) do update set until = excluded.until;
  end if;
  perform audit.append('person:' || person.id, 'approval.snoozed', p_kind || ':' || p_subject, jsonb_build_object('until', p_until));
end
$$;
