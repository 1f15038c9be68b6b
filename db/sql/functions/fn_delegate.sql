-- A person who will be away names who looks after what is assigned to them. Nobody's right to vote is lent; chains have at most three
-- steps and never come back.
create function agents.fn_delegate(p_session text, p_to uuid, p_starts timestamptz, p_ends timestamptz)
returns uuid language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'operator', 'reviewer');
  delegation uuid := airlock.new_id();
  standing uuid := p_to;
  depth int := 1;
begin
  if p_starts is null or p_ends is null or p_ends <= greatest(now(), p_starts) or p_ends > p_starts + interval '60 days' then
    perform airlock.refuse('AL026', 'An absence ends after it begins, within 60 days.');
  end if;
  if p_to = person.id or not airlock.may_answer(p_to, 'invocation', null) then
    perform airlock.refuse('AL026', 'Another active operator or reviewer stands in.');
  end if;
  loop
    select d.to_person into standing from agents.delegations d
    where d.from_person = standing and d.ended_at is null and d.starts_at < p_ends and d.ends_at > p_starts limit 1;
    exit when standing is null;
    depth := depth + 1;
    if standing = person.id or depth > 3 then
      perform airlock.refuse('AL030', 'They are away then too, and it would come back to you or pass through more than three people.');
    end if;
  end loop;
  update agents.delegations set ended_at = now()
  where from_person = person.id and ended_at is null and starts_at < p_ends and ends_at > p_starts;
  insert into agents.delegations (id, from_person, to_person, starts_at, ends_at, created_at)
  values (delegation, person.id, p_to, p_starts, p_ends, now());
  perform audit.append('person:' || person.id, 'delegation.made', 'person:' || person.id,
    jsonb_build_object('delegation', delegation, 'to', p_to, 'from', p_starts, 'until', p_ends));
  return delegation;
end
$$;
