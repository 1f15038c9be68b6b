-- Whom and what calls name is never removed: calls refer to it without a foreign key (db/schema/invocations.ts).
create trigger agents_kept before delete on agents.agents for each row execute function airlock.refuse_change();
create trigger agents_not_truncated before truncate on agents.agents for each statement execute function airlock.refuse_change();
create trigger agent_keys_kept before delete on agents.agent_keys for each row execute function airlock.refuse_change();
create trigger agent_keys_not_truncated before truncate on agents.agent_keys for each statement execute function airlock.refuse_change();
create trigger tools_registry_kept before delete on agents.tools_registry for each row execute function airlock.refuse_change();
create trigger tools_registry_not_truncated before truncate on agents.tools_registry for each statement execute function airlock.refuse_change();
alter table agents.agents enable always trigger agents_kept;
alter table agents.agents enable always trigger agents_not_truncated;
alter table agents.agent_keys enable always trigger agent_keys_kept;
alter table agents.agent_keys enable always trigger agent_keys_not_truncated;
alter table agents.tools_registry enable always trigger tools_registry_kept;
alter table agents.tools_registry enable always trigger tools_registry_not_truncated;
