-- What a tool returned is written once. After that content can only be taken away, with the time and the cause beside it; digests and findings stay,
-- and nothing goes while it is held. Written here and not as constraints of the table: those are planned again for every call that ends.
create function airlock.guard_output()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if (new.sealed is not null) <> (new.sealed_to is not null and new.raw_deleted_at is null) or (new.sealed_to is null) <> (new.sealed_digest is null)
    or (new.cleaned is null) <> (new.cleaned_deleted_at is not null)
    or (new.raw_deleted_at is null) <> (new.raw_deleted_why is null) or new.raw_deleted_why not in ('retention', 'reviewer', 'unsealed')
    or (new.held_at is null) <> (new.held_by is null) or (new.held_at is null) <> (new.hold_reason is null)
  then
    perform airlock.refuse('AL032', 'This is not how an output is kept.');
  end if;
  if tg_op = 'UPDATE' then
    if (new.invocation_id, new.sealed_to, new.raw_digest, new.sealed_digest, new.cleaned_digest, new.altered, new.findings, new.created_at)
      is distinct from (old.invocation_id, old.sealed_to, old.raw_digest, old.sealed_digest, old.cleaned_digest, old.altered, old.findings, old.created_at)
      or (new.sealed is not null and new.sealed is distinct from old.sealed)
      or (new.cleaned is not null and new.cleaned is distinct from old.cleaned)
      or (old.raw_deleted_at is not null and (new.raw_deleted_at, new.raw_deleted_why) is distinct from (old.raw_deleted_at, old.raw_deleted_why))
      or (old.cleaned_deleted_at is not null and new.cleaned_deleted_at is distinct from old.cleaned_deleted_at)
    then
      perform airlock.refuse('AL032', 'What a tool returned is kept or deleted, never changed.');
    end if;
    if old.held_at is not null and ((old.sealed is not null and new.sealed is null) or (old.cleaned is not null and new.cleaned is null)) then
      perform airlock.refuse('AL051', 'This output is held; nothing of it is deleted until an admin takes the hold away.');
    end if;
  end if;
  return new;
end
$$;
