create trigger guard_team_run before insert or update on agents.team_runs
  for each row execute function airlock.guard_team_run();
alter table agents.team_runs enable always trigger guard_team_run;
