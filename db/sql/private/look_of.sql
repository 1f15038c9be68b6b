-- What a plain name looks like (UTS #39, of which letters, digits, _ and - leave four): two tools of one look cannot both exist.
-- lib/registry/names.ts computes the same, for any text.
create function airlock.look_of(p_name text)
returns text language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select translate(replace(p_name, 'm', 'rn'), 'I01', 'lOl')
$$;
