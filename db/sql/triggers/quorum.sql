create trigger guard_quorum before insert or update on agents.profile_rules
  for each row execute function airlock.guard_quorum();
create trigger guard_quorum before insert or update of profile_ids, owner_id on agents.agents
  for each row execute function airlock.guard_quorum();
alter table agents.profile_rules enable always trigger guard_quorum;
alter table agents.agents enable always trigger guard_quorum;
