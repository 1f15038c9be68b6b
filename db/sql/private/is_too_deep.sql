-- Whether a text is nested too deep for the server's stack, which raises that and does not answer it.
create function airlock.is_too_deep(p_input text)
returns boolean language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Only so many brackets can be.
  if length(p_input) - length(translate(p_input, '[{', '')) <= 1000 then
    return false;
  end if;
  perform p_input::jsonb;
  return false;
exception
  when statement_too_complex or program_limit_exceeded then
    return true;
  when others then
    return false; -- another flaw
end
$$;
