-- Refuses when a version of a tool would have more rules in force than may be, with so many new ones: every ask looks through them. The caller
-- holds the tool.
create function airlock.check_rules_left(p_version uuid, p_new int)
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  if (select count(*) from agents.standing_rules r where r.tool_version_id = p_version and r.revoked_at is null and r.expires_at > now()) + p_new > 200 then
    perform airlock.refuse('AL030', format('%s has 200 rules in force; revoke some first.', (
      select t.name from agents.tool_versions v join agents.tools_registry t on t.id = v.tool_id where v.id = p_version)));
  end if;
end
$$;
