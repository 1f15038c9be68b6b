create trigger trg_tools_registry_egress_guard before insert or update on agents.tools_registry
  for each row execute function airlock.trg_tools_registry_egress_guard();
alter table agents.tools_registry enable always trigger trg_tools_registry_egress_guard;
