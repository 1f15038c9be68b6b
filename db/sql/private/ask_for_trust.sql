-- Asks people about a step of trust: bound to what it is a step from and to, and to the ceiling that rises with it.
create function airlock.ask_for_trust(p_change uuid)
returns void language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  select airlock.open_review('trust_change', c.id, airlock.sha256_hex(concat_ws(
    E'\n', 'al1-trust', c.id::text, c.agent_id::text, c.category, coalesce(c.from_level, ''), c.to_level, coalesce(c.ceiling_to, ''))), 1)
  from agents.trust_changes c where c.id = p_change
$$;
