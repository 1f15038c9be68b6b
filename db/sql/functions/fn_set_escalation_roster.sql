-- An admin says whom an undecided question calls. Never nobody: a roster that reaches no one who may decide is refused here and not
-- found out about at night.
create function agents.fn_set_escalation_roster(p_session text, p_roster jsonb, p_reason text)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  admin agents.people := airlock.person_with_role(p_session, 'admin');
begin
  perform airlock.check_reason(p_reason, 'Say why; it stays on record.');
  if jsonb_typeof(p_roster) is distinct from 'array' or jsonb_array_length(p_roster) not between 1 and 50 or not (
    select bool_and(jsonb_typeof(r) = 'object' and coalesce(r ->> 'step', '') in ('1', '2')
      and coalesce(r ->> 'person', '') ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$')
      and count(distinct r ->> 'person') = count(*) and bool_or(r ->> 'step' = '1')
    from jsonb_array_elements(p_roster) r)
  then
    perform airlock.refuse('AL026', 'A roster is 1 to 50 different people, each at step 1 or 2, and somebody at step 1.');
  end if;
  if exists (select from jsonb_array_elements(p_roster) r where not airlock.may_answer((r ->> 'person')::uuid, 'invocation', null)) then
    perform airlock.refuse('AL040', 'Everybody on the roster has to be an active operator or reviewer.');
  end if;
  delete from agents.escalation_roster;
  insert into agents.escalation_roster (person_id, step, added_by, added_at)
  select (r ->> 'person')::uuid, (r ->> 'step')::int, admin.id, now() from jsonb_array_elements(p_roster) r;
  perform audit.append('person:' || admin.id, 'escalation.roster', 'setting:escalation_roster', jsonb_build_object('roster', p_roster, 'reason', p_reason));
end
$$;
