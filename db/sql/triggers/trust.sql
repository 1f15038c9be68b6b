create trigger guard_trust before insert or update on agents.agent_trust
  for each row execute function airlock.guard_trust();
-- Without a row nothing narrows: removing one would widen.
create trigger agent_trust_kept before delete on agents.agent_trust
  for each row execute function airlock.refuse_change();
create trigger agent_trust_not_truncated before truncate on agents.agent_trust
  for each statement execute function airlock.refuse_change();
alter table agents.agent_trust enable always trigger guard_trust;
alter table agents.agent_trust enable always trigger agent_trust_kept;
alter table agents.agent_trust enable always trigger agent_trust_not_truncated;

create trigger guard_trust_change before update or delete on agents.trust_changes
  for each row execute function airlock.guard_trust_change();
create trigger trust_changes_not_truncated before truncate on agents.trust_changes
  for each statement execute function airlock.refuse_change();
alter table agents.trust_changes enable always trigger guard_trust_change;
alter table agents.trust_changes enable always trigger trust_changes_not_truncated;
