-- A version-7 UUID: ordered by time, so that new rows land at the end of every index and ids can be paged by.
create function airlock.new_id()
returns uuid language sql volatile
as $$
  select encode(
    set_bit(set_bit(
      overlay(
        decode(replace(gen_random_uuid()::text, '-', ''), 'hex')
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6
      ), 52, 1), 53, 1), 'hex')::uuid
$$;
