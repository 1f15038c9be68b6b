-- A time as people's programs count it.
create function airlock.epoch_ms(p_at timestamptz)
returns bigint language sql immutable
as $$
  select floor(extract(epoch from p_at) * 1000)::bigint
$$;
