-- How a server is reached and confined never changes, and what is retired stays so: versions that were reviewed rest on it.
create function airlock.guard_mcp_server()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if (new.id, new.name, new.name_skeleton, new.name_skeleton_folded, new.transport, new.policy, new.config_hash, new.created_by, new.created_at)
    is distinct from
    (old.id, old.name, old.name_skeleton, old.name_skeleton_folded, old.transport, old.policy, old.config_hash, old.created_by, old.created_at)
    or old.state = 'retired' or new.sync_fence < old.sync_fence
  then
    perform airlock.refuse('AL032', 'A server never changes; connect another one.');
  end if;
  return new;
end
$$;
