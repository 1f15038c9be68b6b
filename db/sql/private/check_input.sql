-- Refuses an input that cannot be kept exactly (airlock.flaw_of_input).
create function airlock.check_input(p_input text)
returns void language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
  flaw jsonb := airlock.flaw_of_input(p_input);
begin
  if flaw is not null then
    perform airlock.refuse(flaw ->> 'state', flaw ->> 'message');
  end if;
end
$$;
