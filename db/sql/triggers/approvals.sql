create trigger approval_votes_kept before update or delete on agents.approval_votes
  for each row execute function airlock.refuse_change();
create trigger approval_votes_not_truncated before truncate on agents.approval_votes
  for each statement execute function airlock.refuse_change();
alter table agents.approval_votes enable always trigger approval_votes_kept;
alter table agents.approval_votes enable always trigger approval_votes_not_truncated;

create trigger approvals_kept before delete on agents.approvals
  for each row execute function airlock.refuse_change();
create trigger approvals_not_truncated before truncate on agents.approvals
  for each statement execute function airlock.refuse_change();
alter table agents.approvals enable always trigger approvals_kept;
alter table agents.approvals enable always trigger approvals_not_truncated;

create trigger guard_approval before update on agents.approvals
  for each row execute function airlock.guard_approval();
alter table agents.approvals enable always trigger guard_approval;
