-- An action is answered by the policy when it is asked, or by people afterwards, as its row in agents.approvals says; what was asked never changes. While it
-- waits, a policy that takes the place of its own can only ask for it anew, of no fewer people, or deny it. A yes is to the policy in force.
create function airlock.guard_action()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  may_change constant text[] := case
    when tg_op = 'INSERT' then '{}'
    when new.status = 'pending' then '{digest,required_approvals,policy_version,trace}'
    when new.status = 'denied' then '{status,approval_reason,decided_at,error_code,policy_version,trace}'
    else '{status,approval_reason,decided_at}' end;
begin
  if tg_op = 'INSERT' then
    if new.status not in ('denied', 'pending', 'approved') or (new.status = 'approved') <> (new.required_approvals = 0 and new.status <> 'denied') then
      perform airlock.refuse('AL031', format('An action is not born %s.', new.status));
    end if;
    return new;
  end if;
  if (to_jsonb(new) - may_change) <> (to_jsonb(old) - may_change) then
    perform airlock.refuse('AL032', 'What was asked never changes.');
  end if;
  if old.status <> 'pending' or not (case new.status
    when 'pending' then new.required_approvals >= old.required_approvals and new.policy_version = airlock.policy_version()
      and new.digest = airlock.action_digest(new.agent_id, new.action_type, new.payload, new.policy_version, new.required_approvals)
    when 'denied' then new.policy_version = airlock.policy_version() and not exists (
      select from agents.approvals a where a.subject_kind = 'action' and a.subject_id = new.id and a.status in ('pending', 'approved'))
    else exists (
      select from agents.approvals a where a.subject_kind = 'action' and a.subject_id = new.id and a.status = new.status and a.digest = new.digest) end)
  then
    perform airlock.refuse('AL035', 'The answer to an action is the one that people gave.');
  end if;
  if new.status = 'approved' and new.policy_version <> airlock.policy_version() then
    perform airlock.refuse('AL012', 'The policy has changed since this was asked; it is being decided again.');
  end if;
  return new;
end
$$;
