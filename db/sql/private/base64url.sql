-- As browsers write bytes: base64 with two other letters and no padding.
create function airlock.base64url(p_bytes bytea)
returns text language sql immutable
as $$
  select translate(encode(p_bytes, 'base64'), E'+/=\n', '-_')
$$;
