-- HMAC (RFC 2104) over SHA-1.
create function airlock.hmac_sha1(p_key bytea, p_message bytea)
returns bytea language plpgsql immutable strict
set search_path = pg_catalog, pg_temp
as $$
declare
  key bytea := case when octet_length(p_key) > 64 then airlock.sha1(p_key) else p_key end;
  inner_pad bytea;
  outer_pad bytea;
begin
  key := key || decode(repeat('00', 64 - octet_length(key)), 'hex');
  inner_pad := key;
  outer_pad := key;
  for i in 0 .. 63 loop
    inner_pad := set_byte(inner_pad, i, get_byte(key, i) # 54);
    outer_pad := set_byte(outer_pad, i, get_byte(key, i) # 92);
  end loop;
  return airlock.sha1(outer_pad || airlock.sha1(inner_pad || p_message));
end
$$;
