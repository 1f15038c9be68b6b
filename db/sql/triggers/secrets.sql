create trigger guard_secret before update on agents.secrets
  for each row execute function airlock.guard_secret();
create trigger secrets_kept before delete on agents.secrets
  for each row execute function airlock.refuse_change();
create trigger secrets_not_truncated before truncate on agents.secrets
  for each statement execute function airlock.refuse_change();
alter table agents.secrets enable always trigger guard_secret;
alter table agents.secrets enable always trigger secrets_kept;
alter table agents.secrets enable always trigger secrets_not_truncated;
