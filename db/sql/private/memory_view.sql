create function airlock.memory_view(p_id uuid, p_key text, p_text text, p_tags text[], p_at timestamptz)
returns jsonb language sql stable
as $$
  select jsonb_strip_nulls(jsonb_build_object('id', p_id, 'key', p_key)) ||
    jsonb_build_object('text', p_text, 'tags', to_jsonb(p_tags), 'storedAt', airlock.stamp(p_at))
$$;
