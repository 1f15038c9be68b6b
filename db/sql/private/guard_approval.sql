-- What is asked never changes; it never needs fewer people; it is answered once; and it is answered yes only by the people
-- it needs. Only an answer that was not used yet can still become void.
create function airlock.guard_approval()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  votes int;
begin
  if (new.id, new.subject_kind, new.subject_id, new.revision, new.digest, new.created_at)
    is distinct from (old.id, old.subject_kind, old.subject_id, old.revision, old.digest, old.created_at)
    or new.required < old.required
    or (old.consumed_at is not null and new.consumed_at is distinct from old.consumed_at)
  then
    perform airlock.refuse('AL032', 'What people were asked never changes.');
  end if;
  if new.status <> old.status and not (old.status = 'pending' or (old.status = 'approved' and new.status = 'void' and old.consumed_at is null)) then
    perform airlock.refuse('AL031', format('An approval cannot go from %s to %s.', old.status, new.status));
  end if;
  if new.status = 'approved' and old.status <> 'approved' then
    votes := case new.subject_kind when 'invocation' then airlock.counting_votes(new.id, new.subject_id)
      else airlock.counting_review_votes(new) end;
    if votes < new.required then
      perform airlock.refuse('AL035', 'The approvals this needs are not there.');
    end if;
  end if;
  return new;
end
$$;
