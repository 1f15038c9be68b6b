create trigger remember_admin before insert or update on agents.people
  for each row execute function airlock.remember_admin();
alter table agents.people enable always trigger remember_admin;
