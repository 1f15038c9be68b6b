create trigger guard_mcp_server before update on agents.mcp_servers
  for each row execute function airlock.guard_mcp_server();
create trigger guard_drift before update on agents.tool_drifts
  for each row execute function airlock.guard_drift();
alter table agents.mcp_servers enable always trigger guard_mcp_server;
alter table agents.tool_drifts enable always trigger guard_drift;
