-- Says to every dispatcher that a task of an agent is over, or without a task that the agent's session is: the sandboxes that
-- are kept for its next calls end. Called by whatever ends one, in its transaction, so that nothing is told that did not happen.
-- The name is told as a hash: every login can listen, and only who keeps a sandbox for it knows whose it is. A dispatcher that
-- does not hear it ends them when their grace period is over.
create function airlock.end_sandboxes(p_agent uuid, p_task text default null)
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  perform airlock.hint('airlock_ends', airlock.sha256_hex(concat_ws(' ', case when p_task is null then 'agent' else 'task' end, p_agent, p_task)));
end
$$;
