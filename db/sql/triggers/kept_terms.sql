-- Every table that airlock.keep_terms reads, directly or through what it calls. A table that is missing here would let a call be decided
-- by what was true yesterday; kept-terms.test.ts reads the catalogue for it.
do $noted$
declare
  name text;
begin
  foreach name in array array[
    'agents', 'access_levels', 'tools_registry', 'tool_versions', 'safety_classes', 'egress_classes', 'policy_in_force',
    'profiles', 'profile_rules', 'kill_switches', 'settings']
  loop
    execute format('create trigger note_term_change after insert or update or delete or truncate on agents.%I
      for each statement execute function airlock.note_term_change()', name);
    execute format('alter table agents.%I enable always trigger note_term_change', name);
  end loop;
end
$noted$;
-- That trust was looked at again is written beside the level each time, and decides nothing.
create trigger note_term_change after insert or update of agent_id, category, level or delete or truncate on agents.agent_trust
  for each statement execute function airlock.note_term_change();
alter table agents.agent_trust enable always trigger note_term_change;
-- Functions decide too: what was kept before they changed is not kept any longer.
insert into agents.term_changes (txid) values (pg_current_xact_id()) on conflict do nothing;
