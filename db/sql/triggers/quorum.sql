create trigger guard_quorum before insert or update on agents.profile_overrides
  for each row execute function airlock.guard_quorum();
create trigger guard_quorum before insert or update of profile_id, owner_id on agents.agents
  for each row execute function airlock.guard_quorum();
alter table agents.profile_overrides enable always trigger guard_quorum;
alter table agents.agents enable always trigger guard_quorum;
