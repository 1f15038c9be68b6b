-- Ends the statement with one of our own SQLSTATEs. The message is a sentence for this case; lib/errors/codes.ts knows
-- the code, the HTTP status and what to do about it.
create function airlock.refuse(p_state text, p_message text, p_detail jsonb default null)
returns void language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception using errcode = p_state, message = p_message, detail = coalesce(p_detail::text, '');
end
$$;
