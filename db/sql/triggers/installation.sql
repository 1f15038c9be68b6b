create trigger installation_kept before update or delete on agents.installation
  for each row execute function airlock.refuse_change();
alter table agents.installation enable always trigger installation_kept;
create trigger installation_not_truncated before truncate on agents.installation
  for each statement execute function airlock.refuse_change();
alter table agents.installation enable always trigger installation_not_truncated;
