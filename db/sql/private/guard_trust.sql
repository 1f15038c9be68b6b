-- Trust rises one step at a time, and each step is on record. By itself it rises once a day at most, never in deployment, and never while a
-- person has stopped it. To `elevated` it rises only with the yes of a person who neither asked for it nor owns the agent.
create function airlock.guard_trust()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  levels constant text[] := array['sandboxed', 'restricted', 'standard', 'elevated'];
  step agents.trust_changes;
  rises boolean;
  decided boolean;
begin
  if tg_op = 'UPDATE' then
    if (new.agent_id, new.category) is distinct from (old.agent_id, old.category) then
      perform airlock.refuse('AL032', 'Trust is not moved from one agent to another.');
    end if;
    rises := array_position(levels, new.level) > array_position(levels, old.level);
    if array_position(levels, new.level) > array_position(levels, old.level) + 1 then
      perform airlock.refuse('AL031', 'Trust rises one level at a time.');
    end if;
    -- Written beside the level: what was verified, stopped or set back. Nothing that was earned comes back that way.
    if new.level = old.level and new.since = old.since then
      if coalesce(new.reset_at, '-infinity') < coalesce(old.reset_at, '-infinity') then
        perform airlock.refuse('AL032', 'What was set back stays set back.');
      end if;
      return new;
    end if;
  end if;
  select c.* into step from agents.trust_changes c
  where c.agent_id = new.agent_id and c.category = new.category and c.to_level = new.level and c.state = 'applied' and c.decided_at = now()
    and c.from_level is not distinct from case when tg_op = 'UPDATE' then old.level end
  order by c.id desc limit 1;
  if step.id is null then
    perform airlock.refuse('AL035', 'A change of trust is written down before it acts.');
  end if;
  decided := exists (
    select from agents.approvals a
    where a.subject_kind = 'trust_change' and a.subject_id = step.id and a.status = 'approved'
      and airlock.counting_review_votes(a) >= a.required);
  if new.level = 'elevated' and not decided then
    perform airlock.refuse('AL035', 'The step to elevated takes a person who neither asked for it nor owns the agent.');
  end if;
  if rises and step.proposed_by is null and not decided then
    if new.category = 'deployment' then
      perform airlock.refuse('AL035', 'A step up in deployment takes a person.');
    end if;
    if old.frozen_at is not null then
      perform airlock.refuse('AL035', 'A person stopped it from rising by itself.');
    end if;
    if old.since > now() - interval '24 hours' then
      perform airlock.refuse('AL035', 'By itself trust rises once a day at most.');
    end if;
  end if;
  return new;
end
$$;
