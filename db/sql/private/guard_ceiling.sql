-- The declared level of an agent is a ceiling that people set. It rises only together with a step of trust that people said yes to.
create function airlock.guard_ceiling()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  levels constant text[] := array['sandboxed', 'restricted', 'standard', 'elevated'];
begin
  if new.access_level = old.access_level or array_position(levels, new.access_level) < array_position(levels, old.access_level) then
    return new;
  end if;
  if not exists (
    select from agents.trust_changes c join agents.approvals a on a.subject_kind = 'trust_change' and a.subject_id = c.id and a.status = 'approved'
    where c.agent_id = new.id and c.ceiling_to = new.access_level and c.state = 'applied' and c.decided_at = now()
      and airlock.counting_review_votes(a) >= a.required)
  then
    perform airlock.refuse('AL035', 'The declared level rises only by a step of trust that people decided.');
  end if;
  return new;
end
$$;
