create trigger guard_tool_version before update on agents.tool_versions
  for each row execute function airlock.guard_tool_version();
alter table agents.tool_versions enable always trigger guard_tool_version;
