-- Refuses a try to sign in where too many led nowhere. Five within fifteen minutes close an address, and those from a browser that its person has
-- signed in from (airlock.known_by) are five of its own. All other browsers together have thirty a minute, over all addresses, for each of their
-- tries costs a derivation and leaves an entry that stays: without that, whoever reaches the page could fill the log by naming a new address each time.
-- A browser that is known is not counted with them, so that a flood does not keep people from the kill switch.
create function airlock.refuse_further_tries(p_address_hash bytea, p_known bytea)
returns void language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
  -- Far enough back for every try of the last minute, for its id was made just before it was dated.
  first_id uuid := airlock.first_id_of(clock_timestamp() - interval '2 minutes');
begin
  if (
    select count(*) from agents.sign_in_attempts a
    where a.email_hash = p_address_hash and a.known_by is not distinct from p_known and a.at > clock_timestamp() - interval '15 minutes'
  ) >= 5 then
    perform airlock.refuse('AL003', 'Too many attempts for this address.');
  end if;
  if p_known is null and (
    select count(*) from agents.sign_in_attempts a
    where a.id >= first_id and a.known_by is null and a.at > clock_timestamp() - interval '1 minute'
  ) >= 30 then
    perform airlock.refuse('AL003', 'Too many attempts from browsers that nobody has signed in from.');
  end if;
end
$$;
