-- An input is always a call's. Asked once for all that a statement brings: a foreign key would ask for each, and calls are never removed nor given another id
-- (airlock.guard_invocation), so there is no other side to hold.
create function airlock.guard_inputs()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
-- By the index, whatever the table was when it was planned.
set enable_seqscan = off
as $$
begin
  if exists (select from brought b where not exists (select from agents.tool_invocations i where i.id = b.invocation_id)) then
    perform airlock.refuse('AL032', 'An input is a call''s.');
  end if;
  return null;
end
$$;
