-- A rule that asks for more people than there are would hold calls until they expire, every one of them: it is refused when it is made,
-- for the profile and for each agent that has it, whose owner does not count.
create function airlock.guard_quorum()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  profile uuid;
  asked int;
begin
  if tg_table_name = 'profile_overrides' then
    profile := new.profile_id;
    asked := new.people;
    if asked > airlock.voters_beside(null) then
      perform airlock.refuse('AL040', format('This asks for %s people; %s may vote.', asked, airlock.voters_beside(null)));
    end if;
    if exists (select from agents.agents g where g.profile_id = profile and airlock.voters_beside(g.owner_id) < asked) then
      perform airlock.refuse('AL040', format('This asks for %s people, and an agent of the profile has fewer beside its owner.', asked));
    end if;
  elsif new.profile_id is not null then
    select max(o.people) into asked from agents.profile_overrides o where o.profile_id = new.profile_id;
    if asked > airlock.voters_beside(new.owner_id) then
      perform airlock.refuse('AL040', format('The profile asks for %s people; %s may vote on this agent''s calls.', asked, airlock.voters_beside(new.owner_id)));
    end if;
  end if;
  return new;
end
$$;
