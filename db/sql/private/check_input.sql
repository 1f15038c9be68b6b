-- Refuses an input that cannot be kept exactly: not a JSON object, too large, NUL, a lone surrogate, or a number that
-- JavaScript would round.
create function airlock.check_input(p_input text)
returns void language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  if p_input is null or octet_length(p_input) > 262144 then
    perform airlock.refuse('AL027', 'The input is missing or larger than 256 KiB.');
  end if;
  begin
    if jsonb_typeof(p_input::jsonb) <> 'object' then
      perform airlock.refuse('AL026', 'The input is not a JSON object.');
    end if;
  exception when invalid_text_representation or untranslatable_character or invalid_parameter_value
    or program_limit_exceeded or statement_too_complex or numeric_value_out_of_range then
    perform airlock.refuse('AL026', 'The input is not JSON that can be kept: bad syntax, NUL, a lone surrogate or too deep.');
  end;
end
$$;
