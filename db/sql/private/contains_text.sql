-- Whether a text occurs in any string or number of a JSON value, names included, as it stands or as it reads.
create function airlock.contains_text(p_value jsonb, p_text text)
returns boolean language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  folded constant text := airlock.folded(p_text);
  words constant text := airlock.words_of(p_value);
begin
  return p_text <> '' and (strpos(words, p_text) > 0 or (folded <> '' and strpos(airlock.folded(words), folded) > 0));
end
$$;
