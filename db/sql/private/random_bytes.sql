-- Thirty-two bytes that nobody can foresee: the server's own random source is offered as UUIDs only.
create function airlock.random_bytes()
returns bytea language sql volatile
as $$
  select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
$$;
