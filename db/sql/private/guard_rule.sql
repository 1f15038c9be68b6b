-- A standing answer never says yes for what takes two people or moves money, is about arguments that it names, is never stretched, and
-- is only used up or revoked.
create function airlock.guard_rule()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if new.effect = 'approve' and exists (
    select from agents.tool_versions v where v.id = new.tool_version_id and v.contract ->> 'safetyClass' in ('financial', 'privileged')
  ) then
    perform airlock.refuse('AL035', 'Financial and privileged calls are decided one by one.');
  end if;
  if tg_op = 'INSERT' and airlock.flaw_of_pattern(new.effect, new.pattern) is not null then
    perform airlock.refuse('AL026', airlock.flaw_of_pattern(new.effect, new.pattern));
  end if;
  if tg_op = 'UPDATE' and (
    (new.id, new.effect, new.tool_version_id, new.agent_id, new.pattern, new.made_from, new.made_by, new.reason, new.max_uses, new.created_at)
    is distinct from
    (old.id, old.effect, old.tool_version_id, old.agent_id, old.pattern, old.made_from, old.made_by, old.reason, old.max_uses, old.created_at)
    or new.expires_at > old.expires_at or new.uses < old.uses or (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
  ) then
    perform airlock.refuse('AL032', 'A standing answer is used up or revoked, never changed.');
  end if;
  return new;
end
$$;
