create trigger guard_secret before update on agents.secrets
  for each row execute function airlock.guard_secret();
alter table agents.secrets enable always trigger guard_secret;
