-- A tool that writes, moves money or holds privileges is approved by people, whatever the statement said. The CHECK on
-- the table refuses the row should a later trigger unset the flag again.
create function airlock.trg_tools_registry_egress_guard()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if new.egress_class = 'write' or new.safety_class in ('write', 'financial', 'privileged') then
    new.approval_forced := new.approval_forced or not new.requires_approval;
    new.requires_approval := true;
  end if;
  -- What is in force is what was reviewed: this tool's own version, with its own classes.
  if new.pinned_version_id is not null and not exists (
    select from agents.tool_versions v
    where v.id = new.pinned_version_id and v.tool_id = new.id
      and v.contract ->> 'egressClass' = new.egress_class and v.contract ->> 'safetyClass' = new.safety_class
      and v.contract ->> 'category' = new.category and v.contract ->> 'actionType' = new.action_type
  ) then
    perform airlock.refuse('AL032', 'The registry says what the version in force says.');
  end if;
  return new;
end
$$;
