-- A lane's head only moves forward by one, from where it is, in time that does not run backwards.
create function audit.guard_lane()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception using errcode = 'AL032', message = 'A lane of the audit log only moves forward.';
end
$$;
