-- The six digits of a seed at a step of thirty seconds (RFC 6238, RFC 4226).
create function airlock.totp_code(p_seed bytea, p_step bigint)
returns text language plpgsql immutable strict
set search_path = pg_catalog, pg_temp
as $$
declare
  tag constant bytea := airlock.hmac_sha1(p_seed, int8send(p_step));
  place constant int := get_byte(tag, 19) & 15;
begin
  return lpad(((((get_byte(tag, place) & 127) << 24) | (get_byte(tag, place + 1) << 16) | (get_byte(tag, place + 2) << 8)
    | get_byte(tag, place + 3)) % 1000000)::text, 6, '0');
end
$$;
