-- A person's live passkeys, as a browser is told which of them will do.
create function airlock.passkeys_of(p_person uuid)
returns jsonb language sql stable
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', airlock.base64url(k.credential_id), 'transports', k.transports) order by k.created_at), '[]')
  from agents.passkeys k where k.person_id = p_person and k.revoked_at is null
$$;
