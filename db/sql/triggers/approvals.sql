create trigger guard_approval before update on agents.approvals
  for each row execute function airlock.guard_approval();
alter table agents.approvals enable always trigger guard_approval;
