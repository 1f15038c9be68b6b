-- A reviewer deletes what a tool really returned, because it should not be kept: a leaked secret, somebody's data. Who owns the agent cannot: it
-- is what the agent's calls are judged by. Digests, findings and the cleaned output stay.
create function agents.fn_delete_raw_output(p_session text, p_invocation uuid, p_reason text)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_with_role(p_session, 'reviewer');
  kept agents.invocation_outputs;
begin
  perform airlock.check_counts(person);
  perform airlock.check_reason(p_reason, 'Say why; it stays on record.');
  perform from agents.invocation_outputs o where o.invocation_id = p_invocation for update;
  kept := airlock.raw_output_of(p_invocation);
  if exists (select from agents.tool_invocations i join agents.agents a on a.id = i.agent_id where i.id = p_invocation and a.owner_id = person.id) then
    perform airlock.refuse('AL005', 'You own this agent; another reviewer has to delete what its tools returned.');
  end if;
  update agents.invocation_outputs set sealed = null, raw_deleted_at = now(), raw_deleted_why = 'reviewer' where invocation_id = p_invocation;
  perform audit.append('person:' || person.id, 'output.raw_deleted', 'invocation:' || p_invocation, jsonb_build_object('why', 'reviewer',
    'reason', p_reason, 'rawDigest', kept.raw_digest, 'sealedDigest', kept.sealed_digest));
end
$$;
