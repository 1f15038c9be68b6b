-- Whether a text ends with a suffix, and what stands before it is one plain name: no second address, no path, no option.
create function airlock.ends_plainly(p_text text, p_suffix text)
returns boolean language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  rest constant text := left(p_text, greatest(0, length(p_text) - length(p_suffix)));
begin
  return p_suffix <> '' and right(p_text, length(p_suffix)) = p_suffix and strpos(p_text, '..') = 0
    and rest ~ '^[A-Za-z0-9._-]+$' and left(rest, 1) not in ('-', '.');
end
$$;
