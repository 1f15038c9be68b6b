create trigger installation_kept before update or delete on agents.installation
  for each row execute function airlock.refuse_change();
alter table agents.installation enable always trigger installation_kept;
