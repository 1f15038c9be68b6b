create trigger guard_asked before insert on agents.tool_invocations
  for each row execute function airlock.guard_asked();
create trigger guard_invocation before update on agents.tool_invocations
  for each row execute function airlock.guard_invocation();
create trigger tool_invocations_kept before delete on agents.tool_invocations
  for each row execute function airlock.refuse_change();
create trigger tool_invocations_not_truncated before truncate on agents.tool_invocations
  for each statement execute function airlock.refuse_change();
alter table agents.tool_invocations enable always trigger guard_asked;
alter table agents.tool_invocations enable always trigger guard_invocation;
alter table agents.tool_invocations enable always trigger tool_invocations_kept;
alter table agents.tool_invocations enable always trigger tool_invocations_not_truncated;

create trigger invocation_inputs_kept before update or delete on agents.invocation_inputs
  for each row execute function airlock.refuse_change();
create trigger invocation_inputs_not_truncated before truncate on agents.invocation_inputs
  for each statement execute function airlock.refuse_change();
alter table agents.invocation_inputs enable always trigger invocation_inputs_kept;
alter table agents.invocation_inputs enable always trigger invocation_inputs_not_truncated;

create trigger invocation_arrows_kept before update or delete on agents.invocation_arrows
  for each row execute function airlock.refuse_change();
alter table agents.invocation_arrows enable always trigger invocation_arrows_kept;
create trigger invocation_arrows_not_truncated before truncate on agents.invocation_arrows
  for each statement execute function airlock.refuse_change();
alter table agents.invocation_arrows enable always trigger invocation_arrows_not_truncated;

create trigger invocation_outputs_kept before update or delete on agents.invocation_outputs
  for each row execute function airlock.refuse_change();
create trigger invocation_outputs_not_truncated before truncate on agents.invocation_outputs
  for each statement execute function airlock.refuse_change();
alter table agents.invocation_outputs enable always trigger invocation_outputs_kept;
alter table agents.invocation_outputs enable always trigger invocation_outputs_not_truncated;

create trigger invocation_runs_kept before delete on agents.invocation_runs
  for each row execute function airlock.refuse_change();
create trigger invocation_runs_not_truncated before truncate on agents.invocation_runs
  for each statement execute function airlock.refuse_change();
alter table agents.invocation_runs enable always trigger invocation_runs_kept;
alter table agents.invocation_runs enable always trigger invocation_runs_not_truncated;
