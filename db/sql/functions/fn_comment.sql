-- A person says something about an open question, to the others who decide. It is no vote, and the agent never sees it.
create function agents.fn_comment(p_session text, p_kind text, p_subject uuid, p_body text)
returns uuid language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'operator', 'reviewer', 'admin');
  comment uuid := airlock.new_id();
begin
  perform airlock.open_subject(p_kind, p_subject);
  if coalesce(btrim(p_body), '') = '' or length(p_body) > 4000 then
    perform airlock.refuse('AL026', 'A comment has 1 to 4,000 characters.');
  end if;
  insert into agents.approval_comments (id, subject_kind, subject_id, person_id, body, at)
  values (comment, p_kind, p_subject, person.id, p_body, now());
  perform airlock.wake();
  perform audit.append('person:' || person.id, 'approval.commented', p_kind || ':' || p_subject, jsonb_build_object('comment', comment, 'body', p_body));
  return comment;
end
$$;
