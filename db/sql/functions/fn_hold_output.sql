-- Keeps an output from being deleted, by retention or by anybody, or ends that. Who may delete one output cannot also end what forbids it: a reviewer
-- or an admin holds, an admin alone takes the hold away, and not from what the tools of their own agent returned: it is what its calls are judged by.
create function agents.fn_hold_output(p_session text, p_invocation uuid, p_hold boolean, p_reason text)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people;
  kept agents.invocation_outputs;
begin
  person := case when p_hold then airlock.person_with_role(p_session, 'reviewer', 'admin') else airlock.person_with_role(p_session, 'admin') end;
  perform airlock.check_reason(p_reason, 'Say why; it stays on record.');
  select o.* into kept from agents.invocation_outputs o where o.invocation_id = p_invocation for update;
  if kept.invocation_id is null or p_hold is null then
    perform airlock.refuse('AL028', 'This call has no output.');
  end if;
  if not p_hold then
    perform airlock.check_counts(person);
    if exists (select from agents.tool_invocations i join agents.agents a on a.id = i.agent_id where i.id = p_invocation and a.owner_id = person.id) then
      perform airlock.refuse('AL006', 'You own this agent: another admin ends the hold on what its tools returned.');
    end if;
  end if;
  if (kept.held_at is not null) = p_hold then
    perform airlock.refuse('AL030', case when p_hold then 'This output is held already.' else 'This output is not held.' end);
  end if;
  update agents.invocation_outputs
  set held_at = case when p_hold then now() end, held_by = case when p_hold then person.id end, hold_reason = case when p_hold then p_reason end
  where invocation_id = p_invocation;
  perform audit.append('person:' || person.id, case when p_hold then 'output.held' else 'output.hold_ended' end, 'invocation:' || p_invocation,
    jsonb_build_object('reason', p_reason, 'rawDigest', kept.raw_digest, 'cleanedDigest', kept.cleaned_digest));
end
$$;
