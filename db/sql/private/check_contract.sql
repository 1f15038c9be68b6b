-- Refuses a contract whose fields the functions could not read later. Pages check the whole shape; this is what SQL itself
-- rests on, and a field of the wrong type would otherwise fail inside a claim or a completion, and again at every try.
create function airlock.check_contract(p_contract jsonb)
returns void language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  constraints jsonb := coalesce(p_contract -> 'constraints', '{}');
begin
  if jsonb_typeof(p_contract) is distinct from 'object'
    or jsonb_typeof(p_contract -> 'name') is distinct from 'string' or p_contract ->> 'name' !~ '^[A-Za-z0-9_-]{1,64}$'
    or jsonb_typeof(p_contract -> 'idempotent') is distinct from 'boolean'
    or coalesce(p_contract ->> 'idempotency', '') not in ('required', 'optional')
    or jsonb_typeof(p_contract -> 'policy') is distinct from 'object'
    or coalesce(p_contract #>> '{policy,risk}', 'low') not in ('low', 'medium', 'high')
    or coalesce(p_contract #>> '{policy,network,mode}', 'none') not in ('none', 'allowlist', 'open')
    or coalesce(jsonb_typeof(p_contract -> 'maxCost'), 'number') <> 'number' or (p_contract ->> 'maxCost') like '-%'
    or jsonb_typeof(constraints) <> 'object'
    or coalesce(jsonb_typeof(constraints -> 'maxInvocations'), 'number') <> 'number'
    or coalesce(constraints ->> 'maxInvocations', '1') !~ '^[1-9][0-9]{0,8}$'
    or coalesce(jsonb_typeof(constraints -> 'forbidden'), 'boolean') <> 'boolean'
    or coalesce(jsonb_typeof(constraints -> 'onlyAfter'), 'array') <> 'array'
  then
    perform airlock.refuse('AL026', 'The contract has a field that is missing or of the wrong kind: name, idempotent, idempotency, policy, constraints or maxCost.');
  end if;
  -- What a server says of its own tool may make us more careful, never less.
  if p_contract #>> '{runtime,kind}' = 'mcp' and (
    ((p_contract #> '{annotations,destructiveHint}' = 'true' or p_contract #> '{annotations,readOnlyHint}' = 'false')
      and (p_contract ->> 'egressClass' <> 'write' or p_contract ->> 'safetyClass' = 'read'))
    or (p_contract #> '{annotations,openWorldHint}' = 'true'
      and (p_contract ->> 'egressClass' = 'none' or p_contract ->> 'safetyClass' = 'read'))
  ) then
    perform airlock.refuse('AL026', 'The server says that this tool does more than its classes here promise.');
  end if;
end
$$;
