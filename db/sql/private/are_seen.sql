-- Whether this is a list of calls as somebody saw them: each once, with its revision and digest, neither empty nor too long.
create function airlock.are_seen(p_items jsonb, p_most int)
returns boolean language sql immutable
as $$
  select case
    when jsonb_typeof(p_items) <> 'array' or pg_column_size(p_items) > 200000 then false
    when jsonb_array_length(p_items) not between 1 and p_most then false
    when jsonb_path_exists(p_items, 'strict $[*] ? (@.type() <> "object")') then false
    else (
      select count(*) = count(distinct lower(s.e ->> 'id')) and bool_and(
        coalesce(s.e ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and s.e ->> 'revision' ~ '^[1-9][0-9]{0,8}$'
          and length(s.e ->> 'digest') between 1 and 200, false))
      from jsonb_array_elements(p_items) s (e))
  end
$$;
