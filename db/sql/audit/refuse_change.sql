-- History is not edited: no update, no delete, no truncate, for anyone, on any replication role.
create function audit.refuse_change()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception using errcode = 'AL032', message = 'The audit log is never changed.';
end
$$;
