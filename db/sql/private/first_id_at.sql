-- The least id that airlock.new_id gives at a moment: what was made since then is found by its key.
create function airlock.first_id_at(p_at timestamptz)
returns uuid language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select rpad(lpad(to_hex((extract(epoch from p_at) * 1000)::bigint), 12, '0'), 32, '0')::uuid
$$;
