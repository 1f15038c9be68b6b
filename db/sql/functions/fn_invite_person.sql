-- An admin adds a person, who chooses a password by a one-time link. They start as a viewer; any other role is proposed
-- with it and waits for a second admin. Only where there is no second admin yet does it act at once, and even then it has
-- to age before it counts towards two people.
create function agents.fn_invite_person(p_session text, p_email text, p_name text, p_role text, p_token text)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  admin agents.people := airlock.person_with_role(p_session, 'admin');
  person uuid;
begin
  if length(coalesce(p_token, '')) < 43 then
    perform airlock.refuse('AL026', 'A link has at least 32 random bytes.');
  end if;
  if length(p_role) > 20 or exists (select from agents.setup_links l where l.token_hash = sha256(convert_to(p_token, 'UTF8'))) then
    perform airlock.refuse('AL026', 'A role is a word of the list, and a link is used for one person.');
  end if;
  person := airlock.make_person(p_email, p_name, 'viewer', false);
  insert into agents.setup_links (token_hash, person_id, expires_at)
  values (sha256(convert_to(p_token, 'UTF8')), person, now() + interval '3 days');
  perform audit.append('person:' || admin.id, 'person.invited', 'person:' || person, jsonb_build_object('role', p_role));
  perform agents.fn_propose_role(p_session, person, p_role);
  return (select jsonb_build_object('id', p.id, 'role', p.role, 'proposedRole', p.proposed_role) from agents.people p where p.id = person);
end
$$;
