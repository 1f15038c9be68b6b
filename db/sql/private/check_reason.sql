-- A reason is there, and short enough to be read.
create function airlock.check_reason(p_reason text, p_sentence text)
returns void language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if coalesce(btrim(p_reason), '') = '' then
    perform airlock.refuse('AL014', p_sentence);
  end if;
  if length(p_reason) > 2000 then
    perform airlock.refuse('AL026', 'A reason has at most 2,000 characters.');
  end if;
end
$$;
