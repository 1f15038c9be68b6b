-- A lane's head only moves forward by one.
create function audit.guard_lane()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op <> 'UPDATE' or new.lane <> old.lane or new.seq <> old.seq + 1 then
    raise exception using errcode = 'AL032', message = 'A lane of the audit log only moves forward.';
  end if;
  return new;
end
$$;
