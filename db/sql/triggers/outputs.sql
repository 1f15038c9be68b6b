create trigger guard_output before insert or update on agents.invocation_outputs
  for each row execute function airlock.guard_output();
alter table agents.invocation_outputs enable always trigger guard_output;
