-- Asks the session's person to prove that they are there, for one item as it is on their screen: within sixty seconds, once. Says with what
-- it can be proved; nothing is asked of somebody who has set up none of it.
create function agents.fn_begin_step_up(p_session text, p_subject uuid, p_digest text)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_of_session(p_session);
  allowed constant text[] := airlock.proofs_for_item(p_subject, p_digest);
  methods text[];
  asked agents.step_ups;
begin
  if cardinality(allowed) = 0 then
    perform airlock.refuse('AL026', 'This takes no proof.');
  end if;
  select coalesce(array_agg(m), '{}') into methods from unnest(allowed) m where m = any (airlock.proofs_of_person(person.id));
  if cardinality(methods) > 0 then
    asked := airlock.open_step_up(person.id, 'decide', p_subject, p_digest, 60);
  end if;
  return jsonb_build_object('id', asked.id, 'challenge', airlock.base64url(asked.challenge), 'expiresAt', asked.expires_at,
    'allowed', allowed, 'methods', methods, 'credentials', airlock.passkeys_of(person.id));
end
$$;
