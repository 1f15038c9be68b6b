create trigger guard_asked before insert on agents.tool_invocations
  for each row execute function airlock.guard_asked();
create trigger guard_invocation before update on agents.tool_invocations
  for each row execute function airlock.guard_invocation();
alter table agents.tool_invocations enable always trigger guard_asked;
alter table agents.tool_invocations enable always trigger guard_invocation;
