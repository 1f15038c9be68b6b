-- For tables whose rows, once written, are kept as they are.
create function airlock.refuse_change()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform airlock.refuse('AL032', format('Rows of %I.%I are never changed.', tg_table_schema, tg_table_name));
  return null;
end
$$;
