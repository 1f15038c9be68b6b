create trigger guard_action before insert or update on agents.actions
  for each row execute function airlock.guard_action();
alter table agents.actions enable always trigger guard_action;
