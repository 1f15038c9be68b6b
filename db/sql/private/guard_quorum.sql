-- A quorum that nobody could meet is refused when it is configured, not when a call waits in vain: for each agent with the profile, beside its owner.
create function airlock.guard_quorum()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  asked int;
begin
  if tg_table_name = 'profile_rules' then
    if new.people > airlock.voters_beside(null) then
      perform airlock.refuse('AL040', format('This asks for %s people; %s may vote.', new.people, airlock.voters_beside(null)));
    end if;
    if exists (select from agents.agents g where new.profile_id = any (g.profile_ids) and airlock.voters_beside(g.owner_id) < new.people) then
      perform airlock.refuse('AL040', format('This asks for %s people, and an agent of the profile has fewer beside its owner.', new.people));
    end if;
  elsif cardinality(new.profile_ids) > 0 then
    select max(r.people) into asked from agents.profile_rules r where r.profile_id = any (new.profile_ids);
    if asked > airlock.voters_beside(new.owner_id) then
      perform airlock.refuse('AL040', format('The profile asks for %s people; %s may vote on this agent''s calls.', asked, airlock.voters_beside(new.owner_id)));
    end if;
  end if;
  return new;
end
$$;
