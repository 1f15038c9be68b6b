-- A version-7 UUID: ordered by time, so that new rows land at the end of every index and ids can be paged by. A random one, with the
-- milliseconds and the version in place of its first digits.
create function airlock.new_id()
returns uuid language sql volatile
as $$
  select overlay(overlay(gen_random_uuid()::text placing '7' from 15)
    placing overlay(lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') placing '-' from 9 for 0) from 1)::uuid
$$;
