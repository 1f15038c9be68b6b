-- What a yes to an action is bound to: who means to do what, under which policy, and how many people that takes.
create function airlock.action_digest(p_agent uuid, p_action_type text, p_payload text, p_policy_version int, p_people int)
returns text language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select airlock.sha256_hex(concat_ws(E'\n', 'al2-action', p_agent::text, p_action_type, airlock.sha256_hex(p_payload), p_policy_version::text, p_people::text))
$$;
