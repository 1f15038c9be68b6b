-- Whether a caller's trace lines are a list of few (airlock.is_line says what each has to be).
create function airlock.are_few(p_lines jsonb)
returns boolean language sql stable
as $$
  select case when jsonb_typeof(p_lines) = 'array' and pg_column_size(p_lines) <= 65536 then jsonb_array_length(p_lines) <= 64 else false end
$$;
