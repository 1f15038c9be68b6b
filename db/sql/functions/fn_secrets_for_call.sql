-- The sealed credentials that the tool of a call names, for the worker that holds the call, once another transaction has put on record
-- that it gets them: a row of another transaction is seen only when it is committed, so whoever rolls back gets nothing. The claim does
-- that (airlock.take). Null says that it was not so, because a credential was renewed since or the claim is not committed: what is missing is
-- on record with the end of this transaction, and the worker asks again. What is not kept here is left out: the worker may have another
-- place to fetch it from, or it refuses the call.
create function agents.fn_secrets_for_call(p_worker uuid, p_invocation uuid, p_fence bigint)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  call agents.tool_invocations := airlock.held_call(p_worker, p_invocation, p_fence);
  secrets constant jsonb := airlock.secrets_named(call.tool_version_id);
  run agents.invocation_runs;
begin
  if secrets is null then
    return '[]';
  end if;
  select r.* into strict run from agents.invocation_runs r where r.invocation_id = call.id and r.fence = call.fence;
  if (run.handed_secrets @> secrets) is not true then
    update agents.invocation_runs r set handed_secrets = secrets, handed_in = pg_current_xact_id()
    where r.invocation_id = call.id and r.fence = call.fence;
    perform audit.append('worker:' || p_worker, 'secret.handed_over', 'invocation:' || call.id, jsonb_build_object('fence', call.fence, 'secrets', secrets));
    return null;
  end if;
  if run.handed_in = pg_current_xact_id() then
    return null;
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'name', s.name, 'version', s.version, 'sealedTo', s.sealed_to, 'sealed', encode(s.sealed, 'base64')) order by s.name), '[]')
    from jsonb_to_recordset(secrets) w (name text, version int)
    join agents.secrets s on s.name = w.name and s.version = w.version and s.retired_at is null);
end
$$;
