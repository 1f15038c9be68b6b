-- A credential is written once and taken away once: its bytes are never changed in place, and come back by no update.
create function airlock.guard_secret()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if old.retired_at is not null or new.retired_at is null or octet_length(new.sealed) > 0
    or (new.id, new.name, new.version, new.sealed_to, new.created_by, new.created_at)
      is distinct from (old.id, old.name, old.version, old.sealed_to, old.created_by, old.created_at)
  then
    perform airlock.refuse('AL032', 'A secret is replaced by a new version or withdrawn, never changed.');
  end if;
  return new;
end
$$;
