-- Whether what a browser had signed says that it answers this challenge, for this kind of act. The signature is the web process's to
-- verify; that it is about our question and no other is compared here. In steps: as one expression it would be read as JSON while it is
-- planned, before it is asked whether it is.
create function airlock.answers_challenge(p_client_data text, p_type text, p_challenge bytea)
returns boolean language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  if p_client_data is null or octet_length(p_client_data) > 4096 or not pg_input_is_valid(p_client_data, 'jsonb') then
    return false;
  end if;
  return coalesce(p_client_data::jsonb ->> 'type' = p_type and p_client_data::jsonb ->> 'challenge' = airlock.base64url(p_challenge), false);
end
$$;
