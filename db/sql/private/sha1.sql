-- SHA-1 (FIPS 180-4), which authenticator apps are built on and the server itself does not offer. Only for HMAC inside of time-based
-- codes, where its collisions are of no use to anybody; nothing else of ours rests on it.
create function airlock.sha1(p_message bytea)
returns bytea language plpgsql immutable strict
set search_path = pg_catalog, pg_temp
as $$
declare
  word constant bigint := 4294967295;
  padded constant bytea := p_message || E'\\x80'::bytea || decode(repeat('00', (119 - octet_length(p_message) % 64) % 64), 'hex')
    || int8send(octet_length(p_message)::bigint * 8);
  h bigint[] := array[1732584193, 4023233417, 2562383102, 271733878, 3285377520];
  w bigint[];
  a bigint; b bigint; c bigint; d bigint; e bigint;
  mixed bigint;
begin
  for block in 0 .. octet_length(padded) / 64 - 1 loop
    for t in 0 .. 15 loop
      w[t] := (get_byte(padded, block * 64 + t * 4)::bigint << 24) | (get_byte(padded, block * 64 + t * 4 + 1) << 16)
        | (get_byte(padded, block * 64 + t * 4 + 2) << 8) | get_byte(padded, block * 64 + t * 4 + 3);
    end loop;
    for t in 16 .. 79 loop
      mixed := w[t - 3] # w[t - 8] # w[t - 14] # w[t - 16];
      w[t] := ((mixed << 1) | (mixed >> 31)) & word;
    end loop;
    a := h[1]; b := h[2]; c := h[3]; d := h[4]; e := h[5];
    for t in 0 .. 79 loop
      mixed := (((a << 5) | (a >> 27)) & word) + e + w[t] + case
        when t < 20 then 1518500249 + ((b & c) | (~b & word & d))
        when t < 40 then 1859775393 + (b # c # d)
        when t < 60 then 2400959708 + ((b & c) | (b & d) | (c & d))
        else 3395469782 + (b # c # d) end;
      e := d; d := c; c := ((b << 30) | (b >> 2)) & word; b := a; a := mixed & word;
    end loop;
    h := array[(h[1] + a) & word, (h[2] + b) & word, (h[3] + c) & word, (h[4] + d) & word, (h[5] + e) & word];
  end loop;
  return decode((select string_agg(lpad(to_hex(part), 8, '0'), '' order by place) from unnest(h) with ordinality as u (part, place)), 'hex');
end
$$;
