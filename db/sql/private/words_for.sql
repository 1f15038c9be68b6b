-- The words by which a policy can mean a tool's action: its type, the family of it, the tool's category. Of the category deployment a policy says
-- `deploy`, which is what the word is written as when a document is loaded (lib/policy/action-pattern.ts): that is meant by it, whatever its tools call what they do.
create function airlock.words_for(p_action_type text, p_category text)
returns text[] language sql immutable
as $$
  select array[p_action_type, split_part(p_action_type, ':', 1), p_category, case p_category when 'deployment' then 'deploy' else p_category end]
$$;
