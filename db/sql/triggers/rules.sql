create trigger guard_rule before insert or update on agents.standing_rules
  for each row execute function airlock.guard_rule();
create trigger standing_rules_kept before delete on agents.standing_rules
  for each row execute function airlock.refuse_change();
create trigger standing_rules_not_truncated before truncate on agents.standing_rules
  for each statement execute function airlock.refuse_change();
alter table agents.standing_rules enable always trigger guard_rule;
alter table agents.standing_rules enable always trigger standing_rules_kept;
alter table agents.standing_rules enable always trigger standing_rules_not_truncated;
