-- The words by which a policy can mean a tool's action: its type, the family of it, the tool's category.
create function airlock.words_for(p_action_type text, p_category text)
returns text[] language sql immutable
as $$
  select array[p_action_type, split_part(p_action_type, ':', 1), p_category]
$$;
