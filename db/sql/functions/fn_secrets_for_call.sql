-- The sealed credentials that the tool of a call names, for the worker that holds the call. Each handing over is on record.
-- What is not kept here is left out: the worker may have another place to fetch it from, or it refuses the call.
create function agents.fn_secrets_for_call(p_worker uuid, p_invocation uuid, p_fence bigint)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  call agents.tool_invocations := airlock.held_call(p_worker, p_invocation, p_fence);
  found jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', s.name, 'version', s.version, 'sealedTo', s.sealed_to, 'sealed', encode(s.sealed, 'base64')) order by s.name), '[]')
  into found
  from agents.tool_versions v
  cross join lateral jsonb_array_elements_text(coalesce(v.contract #> '{requires,secrets}', '[]')) wanted(name)
  join agents.secrets s on s.name = wanted.name and s.retired_at is null
  where v.id = call.tool_version_id;
  if found <> '[]' then
    perform audit.append('worker:' || p_worker, 'secret.handed_over', 'invocation:' || call.id,
      jsonb_build_object('fence', call.fence, 'secrets',
        (select jsonb_agg(jsonb_build_object('name', f -> 'name', 'version', f -> 'version')) from jsonb_array_elements(found) f)));
  end if;
  return found;
end
$$;
