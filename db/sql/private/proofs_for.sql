-- With what a person proves that they are there before they approve a call of this tool; empty: nothing is asked.
create function airlock.proofs_for(p_tool uuid)
returns text[] language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select case t.safety_class when 'privileged' then array['passkey'] when 'financial' then array['passkey', 'totp'] else array[]::text[] end
  from agents.tools_registry t where t.id = p_tool
$$;
