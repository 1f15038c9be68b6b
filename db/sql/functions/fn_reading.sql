-- What a person has to do, beside looking, before the database takes their yes to this call: with what they prove that they are there, and
-- from when. A page that looks again by itself asks, so the session is not renewed.
create function agents.fn_reading(p_session text, p_approval uuid)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_of_session(p_session, false);
  hurried boolean := coalesce(airlock.is_hurried(person.id), false);
  question agents.approvals;
  call agents.tool_invocations;
begin
  select a.* into question from agents.approvals a where a.id = p_approval and a.subject_kind = 'invocation';
  select i.* into call from agents.tool_invocations i where i.id = question.subject_id;
  if call.id is null then
    perform airlock.refuse('AL028', 'There is no such question.');
  end if;
  return jsonb_build_object(
    'hurried', hurried,
    'proofs', case when airlock.setting('step_up') = 1 then airlock.proofs_for(call.tool_id) else '{}' end,
    'readableFrom', airlock.stamp(coalesce(
      (select s.at from agents.approval_sights s where s.approval_id = question.id and s.person_id = person.id), clock_timestamp())
      + airlock.reading_time(call.tier, hurried)));
end
$$;
