-- Ends a call that its agent ran itself and never told the end of: nobody knows whether it took effect, and a person decides.
create function airlock.lose_external(p_invocation uuid, p_actor text, p_reason text)
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  update agents.invocation_runs set ended_at = now(), error = '{"code": "lease_lost", "message": "The agent did not report."}'
  where invocation_id = p_invocation and ended_at is null;
  perform airlock.end_invocation(p_invocation, 'unknown', p_actor, p_reason, 'lease_lost');
end
$$;
