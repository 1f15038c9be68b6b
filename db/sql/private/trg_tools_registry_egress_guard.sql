-- A tool that writes, moves money or holds privileges is approved by people, whatever the statement said. The CHECK on
-- the table refuses the row should a later trigger unset the flag again.
create function airlock.trg_tools_registry_egress_guard()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if new.egress_class = 'write' or new.safety_class in ('write', 'financial', 'privileged') then
    new.requires_approval := true;
  end if;
  return new;
end
$$;
