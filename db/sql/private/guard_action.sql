-- An action is answered by the policy when it is asked, or by people afterwards, as its row in agents.approvals says; what was asked never changes.
create function airlock.guard_action()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    if new.status not in ('denied', 'pending', 'approved') or (new.status = 'approved') <> (new.required_approvals = 0 and new.status <> 'denied') then
      perform airlock.refuse('AL031', format('An action is not born %s.', new.status));
    end if;
    return new;
  end if;
  if (to_jsonb(new) - '{status,approval_reason,decided_at}'::text[]) <> (to_jsonb(old) - '{status,approval_reason,decided_at}'::text[]) then
    perform airlock.refuse('AL032', 'What was asked never changes.');
  end if;
  if old.status <> 'pending' or not exists (
    select from agents.approvals a where a.subject_kind = 'action' and a.subject_id = new.id and a.status = new.status
  ) then
    perform airlock.refuse('AL035', 'The answer to an action is the one that people gave.');
  end if;
  return new;
end
$$;
