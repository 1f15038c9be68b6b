-- The state machine, held for every role and every statement: a row moves only along the arrows of
-- agents.invocation_arrows, keeps what was asked, never asks for fewer people, and is never released without the people
-- it needs.
create function airlock.guard_invocation()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if (new.id, new.agent_id, new.agent_key_id, new.tool_id, new.tool_version_id, new.asked_at, new.idempotency_key,
      new.session_id, new.task_id, new.request_id, new.bypassed_by, new.is_drill, new.rule_id, new.external)
    is distinct from
     (old.id, old.agent_id, old.agent_key_id, old.tool_id, old.tool_version_id, old.asked_at, old.idempotency_key,
      old.session_id, old.task_id, old.request_id, old.bypassed_by, old.is_drill, old.rule_id, old.external)
  then
    perform airlock.refuse('AL032', 'What was asked never changes.');
  end if;
  if new.targets is distinct from old.targets and new.revision = old.revision then
    perform airlock.refuse('AL032', 'What a call reaches changes only with what it asks for.');
  end if;
  if new.required_approvals < old.required_approvals or new.revision < old.revision or new.fence < old.fence
    or array_position(array['low', 'medium', 'high', 'dual'], new.tier) < array_position(array['low', 'medium', 'high', 'dual'], old.tier)
  then
    perform airlock.refuse('AL032', 'Required approvals, tier, revision and fence only grow.');
  end if;

  if new.status <> old.status then
    if not exists (
      select from agents.invocation_arrows a
      where a.from_status = old.status and a.to_status = new.status
        and (a.when_claimed is null or a.when_claimed = (old.claimed_at is not null))
    ) then
      perform airlock.refuse('AL031', format('An invocation cannot go from %s to %s.', old.status, new.status));
    end if;
    if new.status = 'cancelled' and old.external and old.claimed_at is not null then
      perform airlock.refuse('AL031', 'What an agent runs itself nobody here can kill: it is not cancelled once it was handed over.');
    end if;
    if new.status = 'running' and old.status = 'pending' then
      if airlock.counting_votes(
        (select a.id from agents.approvals a
         where a.subject_kind = 'invocation' and a.subject_id = new.id and a.revision = new.revision), new.id) < new.required_approvals
      then
        perform airlock.refuse('AL035', 'The approvals this call needs are not there.');
      end if;
    end if;
  elsif old.status in ('denied', 'completed', 'failed', 'rejected', 'expired', 'cancelled') then
    perform airlock.refuse('AL031', format('Nothing changes once an invocation is %s.', old.status));
  elsif old.status = 'running' then
    if (new.revision, new.binding_digest, new.policy_version, new.effect, new.approval_status)
      is distinct from (old.revision, old.binding_digest, old.policy_version, old.effect, old.approval_status)
    then
      perform airlock.refuse('AL032', 'What was released never changes; it goes back to people first.');
    end if;
    if new.claimed_at is distinct from old.claimed_at and (new.claimed_at is null or new.fence = old.fence) then
      perform airlock.refuse('AL031', 'A call changes hands only with a new fence.');
    end if;
  end if;
  if airlock.is_sound(new) is not true then
    perform airlock.refuse('AL032', 'An invocation cannot be written like that.');
  end if;
  return new;
end
$$;
