-- Whether trace lines are what pages can show: few, and each of them one (airlock.is_line). In a loop, because a statement over a
-- few lines costs more to start than to run.
create function airlock.are_lines(p_lines jsonb)
returns boolean language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  if airlock.are_few(p_lines) is not true then
    return false;
  end if;
  for n in 0 .. jsonb_array_length(p_lines) - 1 loop
    if airlock.is_line(p_lines -> n) is not true then
      return false;
    end if;
  end loop;
  return true;
end
$$;
