-- Whether trace lines are what pages can show: few, and each of them one (airlock.is_line).
create function airlock.are_lines(p_lines jsonb)
returns boolean language sql immutable
as $$
  select case when airlock.are_few(p_lines) then not exists (
    select from jsonb_array_elements(p_lines) line where airlock.is_line(line) is not true) else false end
$$;
