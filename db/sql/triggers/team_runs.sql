create trigger guard_team_run before insert or update on agents.team_runs
  for each row execute function airlock.guard_team_run();
create trigger team_runs_kept before delete on agents.team_runs
  for each row execute function airlock.refuse_change();
create trigger team_runs_not_truncated before truncate on agents.team_runs
  for each statement execute function airlock.refuse_change();
alter table agents.team_runs enable always trigger guard_team_run;
alter table agents.team_runs enable always trigger team_runs_kept;
alter table agents.team_runs enable always trigger team_runs_not_truncated;
