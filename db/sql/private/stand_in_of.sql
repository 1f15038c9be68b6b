-- Who takes care of things for a person now: their delegate, or the delegate's, three steps at most. A step to somebody who could not
-- answer is not taken.
create function airlock.stand_in_of(p_person uuid, p_kind text, p_subject uuid)
returns uuid language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
  standing uuid := p_person;
  beyond uuid;
begin
  for hop in 1..3 loop
    select d.to_person into beyond from agents.delegations d
    where d.from_person = standing and d.ended_at is null and now() >= d.starts_at and now() < d.ends_at
    order by d.created_at desc limit 1;
    exit when beyond is null or not airlock.may_answer(beyond, p_kind, p_subject);
    standing := beyond;
  end loop;
  return standing;
end
$$;
