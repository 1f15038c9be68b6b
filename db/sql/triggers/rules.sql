create trigger guard_rule before insert or update on agents.standing_rules
  for each row execute function airlock.guard_rule();
alter table agents.standing_rules enable always trigger guard_rule;
