-- A quorum that nobody could meet is refused when it is configured, not when a call waits in vain: for each agent with the profile, beside its
-- owner, by the roles that vote on the tools it is about. What the classes themselves ask for is airlock.flaw_of_quorum's.
create function airlock.guard_quorum()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  short record;
begin
  if tg_table_name = 'profile_rules' then
    if new.people = 0 then
      return new;
    end if;
    select airlock.voters_beside(null, v.roles) as pool into short from airlock.voters_by_rule(new.subject_kind, new.subject) v (roles)
    where airlock.voters_beside(null, v.roles) < new.people limit 1;
    if found then
      perform airlock.refuse('AL040', format('This asks for %s people; %s may vote.', new.people, short.pool));
    end if;
    select g.name into short from agents.agents g cross join airlock.voters_by_rule(new.subject_kind, new.subject) v (roles)
    where new.profile_id = any (g.profile_ids) and airlock.voters_beside(g.owner_id, v.roles) < new.people limit 1;
    if found then
      perform airlock.refuse('AL040', format('This asks for %s people, and %s has fewer beside its owner.', new.people, short.name));
    end if;
  -- Where every class has the two people that a profile can ask for, no rule has to be looked at.
  elsif cardinality(new.profile_ids) > 0 and exists (select from agents.safety_classes c where airlock.voters_beside(new.owner_id, c.voters) < 2) then
    select r.people, airlock.voters_beside(new.owner_id, v.roles) as pool into short
    from agents.profile_rules r cross join lateral airlock.voters_by_rule(r.subject_kind, r.subject) v (roles)
    where r.profile_id = any (new.profile_ids) and r.people > airlock.voters_beside(new.owner_id, v.roles) limit 1;
    if found then
      perform airlock.refuse('AL040', format('The profile asks for %s people; %s may vote on this agent''s calls.', short.people, short.pool));
    end if;
  end if;
  return new;
end
$$;
