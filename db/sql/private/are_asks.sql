-- Whether a list of asks is one: of objects, neither empty nor too long.
create function airlock.are_asks(p_asks jsonb)
returns boolean language sql stable
as $$
  select case when jsonb_typeof(p_asks) = 'array' and pg_column_size(p_asks) <= 4194304 then
    jsonb_array_length(p_asks) between 1 and 32 and not jsonb_path_exists(p_asks, 'strict $[*] ? (@.type() <> "object")') else false end
$$;
