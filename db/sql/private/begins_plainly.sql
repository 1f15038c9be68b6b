-- Whether a text goes on from a prefix without leaving what the prefix meant. What is left open is one plain word or path: nothing that
-- climbs (`..`), starts anew (`//`), is written in another way (`%2e`, a backslash, another script's dot), or that a shell, an address
-- or a list would read as more than a name. After a prefix that is not a folder there is one name without dot or slash, so that
-- `api.example.com` never answers for `api.example.com.evil.test`. The folder itself is not something in it.
create function airlock.begins_plainly(p_text text, p_prefix text)
returns boolean language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  rest constant text := substr(p_text, length(p_prefix) + 1);
begin
  return p_prefix <> '' and starts_with(p_text, p_prefix) and strpos(p_text, '..') = 0
    and rest ~ '^[A-Za-z0-9._/-]+$' and rest !~ E'//|^/|(^|/)\\.(/|$)'
    and (right(p_prefix, 1) = '/' or rest !~ '[./]')
    and not (p_prefix ~ E'\\s$' and left(rest, 1) = '-');
end
$$;
