-- Hex SHA-256 of a text's UTF-8 bytes. convert_to, never a cast: text::bytea parses backslashes and hashes other bytes.
create function airlock.sha256_hex(p_text text)
returns text language sql stable
as $$
  select encode(sha256(convert_to(p_text, 'UTF8')), 'hex')
$$;
