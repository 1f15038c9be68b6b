create trigger guard_asked after insert on agents.tool_invocations
  referencing new table as asked for each statement execute function airlock.guard_asked();
create trigger guard_invocation before update on agents.tool_invocations
  for each row execute function airlock.guard_invocation();
alter table agents.tool_invocations enable always trigger guard_asked;
alter table agents.tool_invocations enable always trigger guard_invocation;
