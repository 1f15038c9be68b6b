-- Which roles the policy in force has vote on calls of a tool of this class.
create function airlock.voters_for(p_tool uuid)
returns text[] language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select c.voters from agents.tools_registry t join agents.safety_classes c on c.name = t.safety_class where t.id = p_tool
$$;
