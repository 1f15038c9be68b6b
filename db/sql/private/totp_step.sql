-- Which step of time a code belongs to: that of the given time or one beside it, and later than the last that was taken, so that no code
-- counts twice. Null for a wrong one.
create function airlock.totp_step(p_seed bytea, p_code text, p_last_step bigint, p_at timestamptz)
returns bigint language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select s.step
  from (select floor(extract(epoch from p_at) / 30)::bigint + beside as step from generate_series(-1, 1) beside) s
  where s.step > p_last_step and airlock.totp_code(p_seed, s.step) = p_code
  order by s.step limit 1
$$;
