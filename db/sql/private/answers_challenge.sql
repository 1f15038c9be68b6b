-- Whether what a browser had signed says that it answers this challenge, for this kind of act. The signature is the web process's to
-- verify; that it is about our question and no other is compared here.
create function airlock.answers_challenge(p_client_data text, p_type text, p_challenge bytea)
returns boolean language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select case when octet_length(p_client_data) <= 4096 and pg_input_is_valid(p_client_data, 'jsonb')
    then coalesce(p_client_data::jsonb ->> 'type' = p_type and p_client_data::jsonb ->> 'challenge' = airlock.base64url(p_challenge), false)
    else false end
$$;
