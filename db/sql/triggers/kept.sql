-- Rows that are never changed, rows that are never removed, tables that are never emptied: for every role, the owner's
-- too, and on every replication role. What may change in a row that is kept is said by its own guard.
do $kept$
declare
  never_changed constant text[] := array[
    'approval_votes', 'invocation_inputs', 'invocation_arrows', 'code_bundles', 'installation',
    'raw_readings', 'policy_versions', 'policy_activations', 'mcp_listings', 'action_types', 'trust_reports'];
  never_removed constant text[] := array[
    'approvals', 'tool_invocations', 'invocation_runs', 'invocation_outputs', 'team_runs', 'actions', 'standing_rules', 'secrets',
    'people', 'kill_switches', 'events', 'access_levels', 'safety_classes', 'egress_classes', 'policy_in_force', 'mcp_servers', 'tool_drifts', 'author_keys', 'memories', 'notices',
    -- Without a row nothing narrows: removing one would widen.
    'agent_trust',
    -- Calls refer to these without a foreign key (db/schema/invocations.ts).
    'agents', 'agent_keys', 'tools_registry', 'tool_versions', 'trust_changes'];
  name text;
begin
  foreach name in array never_changed || never_removed loop
    execute format('create trigger %I before %s on agents.%I for each row execute function airlock.refuse_change()',
      name || '_kept', case when name = any (never_changed) then 'update or delete' else 'delete' end, name);
    execute format('create trigger %I before truncate on agents.%I for each statement execute function airlock.refuse_change()',
      name || '_not_truncated', name);
    execute format('alter table agents.%I enable always trigger %I', name, name || '_kept');
    execute format('alter table agents.%I enable always trigger %I', name, name || '_not_truncated');
  end loop;
end
$kept$;
