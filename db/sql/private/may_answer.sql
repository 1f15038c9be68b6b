-- Whether a person could answer this kind of question for an agent of that owner: active, of a role that votes, and not the owner.
create function airlock.may_answer(p_person uuid, p_kind text, p_owner uuid)
returns boolean language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select from agents.people p
    where p.id = p_person and p.disabled_at is null and p.id is distinct from p_owner
      and p.role = any (case p_kind when 'invocation' then array['operator', 'reviewer'] else airlock.voters_of(p_kind) end))
$$;
