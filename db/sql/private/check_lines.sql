-- Refuses trace lines that pages could not show (airlock.are_lines).
create function airlock.check_lines(p_lines jsonb)
returns void language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if airlock.are_lines(p_lines) is not true then
    perform airlock.refuse('AL026', 'The checks are not lines of a decision trace.');
  end if;
end
$$;
