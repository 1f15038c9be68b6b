-- An agent's own memories that answer to a query, best first; without words the newest.
create function airlock.search_memories(p_agent uuid, p_input jsonb)
returns jsonb language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with asked as (
    select websearch_to_tsquery('simple', coalesce(p_input ->> 'query', '')) as words,
      array(select jsonb_array_elements_text(coalesce(p_input -> 'tags', '[]'))) as tags
  ), found as (
    select m.*, ts_rank(m.search, asked.words) as rank from agents.memories m cross join asked
    where m.agent_id = p_agent and m.removed_at is null and m.tags @> asked.tags
      and (numnode(asked.words) = 0 or m.search @@ asked.words)
    order by ts_rank(m.search, asked.words) desc, m.id desc
    limit least(coalesce((p_input ->> 'limit')::int, 10), 50)
  )
  select jsonb_build_object('memories', coalesce(jsonb_agg(airlock.memory_view(f.id, f.key, left(f.text, 2000), f.tags, f.created_at)
    || jsonb_build_object('truncated', length(f.text) > 2000) order by f.rank desc, f.id desc), '[]')) from found f
$$;
