-- A team run is what its row in agents.approvals says; nobody writes its answer beside the people who give it.
create function airlock.guard_team_run()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    if new.approval_status <> 'pending' then
      perform airlock.refuse('AL031', 'A team run starts by asking.');
    end if;
    return new;
  end if;
  if (new.id, new.agent_id, new.agent_key_id, new.name, new.plan, new.plan_digest, new.idempotency_key, new.required_approvals, new.asked_at)
    is distinct from (old.id, old.agent_id, old.agent_key_id, old.name, old.plan, old.plan_digest, old.idempotency_key, old.required_approvals, old.asked_at)
  then
    perform airlock.refuse('AL032', 'What was asked never changes.');
  end if;
  if not exists (
    select from agents.approvals a where a.subject_kind = 'team_run' and a.subject_id = new.id and a.status = new.approval_status
  ) then
    perform airlock.refuse('AL035', 'The answer to a team run is the one that people gave.');
  end if;
  return new;
end
$$;
