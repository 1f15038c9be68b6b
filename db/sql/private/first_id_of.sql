-- The smallest id (airlock.new_id) that anything made at that time can have.
create function airlock.first_id_of(p_at timestamptz)
returns uuid language sql immutable
as $$
  select encode(substring(int8send(floor(extract(epoch from p_at) * 1000)::bigint) from 3) || decode(repeat('00', 10), 'hex'), 'hex')::uuid
$$;
