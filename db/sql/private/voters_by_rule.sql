-- Which roles vote on the tools that a profile's rule is about: those of each tool's class, and all that vote for what is registered later.
create function airlock.voters_by_rule(p_subject_kind text, p_subject text)
returns setof text[] language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select array['operator', 'reviewer']
  union
  select c.voters from agents.tools_registry t join agents.safety_classes c on c.name = t.safety_class
  where t.state <> 'retired' and case p_subject_kind
    when 'tool' then t.name = p_subject
    else p_subject = any (airlock.words_for(t.action_type, t.category)) end
$$;
