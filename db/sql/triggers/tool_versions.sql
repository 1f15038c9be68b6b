create trigger guard_tool_version before update or delete on agents.tool_versions
  for each row execute function airlock.guard_tool_version();
create trigger tool_versions_not_truncated before truncate on agents.tool_versions
  for each statement execute function airlock.refuse_change();
alter table agents.tool_versions enable always trigger guard_tool_version;
alter table agents.tool_versions enable always trigger tool_versions_not_truncated;

create trigger code_bundles_kept before update or delete on agents.code_bundles
  for each row execute function airlock.refuse_change();
create trigger code_bundles_not_truncated before truncate on agents.code_bundles
  for each statement execute function airlock.refuse_change();
alter table agents.code_bundles enable always trigger code_bundles_kept;
alter table agents.code_bundles enable always trigger code_bundles_not_truncated;
