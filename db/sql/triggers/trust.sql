create trigger guard_trust before insert or update on agents.agent_trust
  for each row execute function airlock.guard_trust();
create trigger guard_trust_change before update on agents.trust_changes
  for each row execute function airlock.guard_trust_change();
alter table agents.agent_trust enable always trigger guard_trust;
alter table agents.trust_changes enable always trigger guard_trust_change;
create trigger guard_ceiling before update of access_level on agents.agents
  for each row execute function airlock.guard_ceiling();
alter table agents.agents enable always trigger guard_ceiling;
