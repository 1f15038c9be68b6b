-- Whether a JSON text has a number that no double is: RFC 8785 knows no other, and a gateway writes none. Nine characters (`1e131071`) are one of 131,072 when they
-- are read, so a call of a few thousand of them would cost whoever looks through it gigabytes: a search of what waits, and the sweep that decides it anew.
create function airlock.has_wild_number(p_input text)
returns boolean language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return jsonb_path_exists(p_input::jsonb, 'strict $.** ? (@.type() == "number" && (@.abs() >= 1.8e308 || (@ != 0 && @.abs() < 2e-324)))');
end
$$;
