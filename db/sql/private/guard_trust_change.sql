-- History of trust: a step is decided once and otherwise never changes.
create function airlock.guard_trust_change()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if old.state <> 'proposed' or
    (new.id, new.agent_id, new.category, new.from_level, new.to_level, new.proposed_by, new.reason, new.evidence, new.created_at, new.kind, new.ceiling_to)
    is distinct from
    (old.id, old.agent_id, old.category, old.from_level, old.to_level, old.proposed_by, old.reason, old.evidence, old.created_at, old.kind, old.ceiling_to)
  then
    perform airlock.refuse('AL032', 'A step of trust never changes once it is decided.');
  end if;
  return new;
end
$$;
