-- Refuses an input that cannot be kept exactly: not a JSON object, too large, with NUL or a lone surrogate in it.
create function airlock.check_input(p_input text)
returns void language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  if p_input is null or octet_length(p_input) > 262144 then
    perform airlock.refuse('AL027', 'The input is missing or larger than 256 KiB.');
  end if;
  -- Too deep for the server's stack is raised, not answered; only so many brackets can be that deep.
  if octet_length(p_input) > 4096 and length(p_input) - length(translate(p_input, '[{', '')) > 1000 then
    begin
      perform p_input::jsonb;
    exception
      when statement_too_complex or program_limit_exceeded then
        perform airlock.refuse('AL026', 'The input is nested too deep.');
      when others then
        null; -- said below
    end;
  end if;
  -- Asked rather than tried: a try that may fail is a subtransaction for every call.
  if not pg_input_is_valid(p_input, 'jsonb') then
    perform airlock.refuse('AL026', 'The input is not JSON that can be kept: bad syntax, NUL, a lone surrogate or too deep.');
  end if;
  if p_input is not json object with unique keys then
    perform airlock.refuse('AL026', 'The input is not a JSON object, or names something twice.');
  end if;
end
$$;
