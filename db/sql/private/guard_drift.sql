-- A drift is counted up and resolved once; what was seen never changes.
create function airlock.guard_drift()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if (new.id, new.tool_id, new.from_version_id, new.to_version_id, new.found_by, new.invocation_id, new.first_seen_at)
    is distinct from (old.id, old.tool_id, old.from_version_id, old.to_version_id, old.found_by, old.invocation_id, old.first_seen_at)
    or new.times < old.times or old.resolved_at is not null
  then
    perform airlock.refuse('AL032', 'What was noticed is kept as it was.');
  end if;
  return new;
end
$$;
