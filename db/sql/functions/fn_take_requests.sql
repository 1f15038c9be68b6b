-- Takes as many requests as are left of a key's allowance, up to what is wanted. The bucket fills with time and holds no more than the burst;
-- gateways share it, so the bound holds over all of them. The tables behind it are written without a log: no request waits for a disk.
-- Also says what is left, and in how many milliseconds there is one again.
create function agents.fn_take_requests(p_key text, p_want int)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  a_second double precision := airlock.setting('key_requests_second');
  most double precision := greatest(airlock.setting('key_requests_burst'), 1);
  bucket agents.key_allowances;
  given int;
begin
  if coalesce(p_want, 0) not between 1 and 1000 then
    perform airlock.refuse('AL026', 'One to 1,000 requests are taken at once.');
  end if;
  if left(p_key, 4) = 'aak_' then
    perform airlock.author_of_key(p_key);
  else
    perform airlock.key_of_agent(p_key, false);
  end if;
  insert into agents.key_allowances as k (prefix, tokens, at) values (left(p_key, 4) || substr(p_key, 10, 8), most, clock_timestamp())
  on conflict (prefix) do update
  set tokens = least(most, k.tokens + a_second * greatest(0, extract(epoch from clock_timestamp() - k.at))), at = greatest(k.at, clock_timestamp())
  returning * into bucket;
  given := least(p_want, floor(bucket.tokens));
  update agents.key_allowances set tokens = tokens - given where prefix = bucket.prefix;
  return jsonb_build_object('given', given, 'left', floor(bucket.tokens - given), 'most', most, 'second', a_second,
    'nextMs', case when bucket.tokens - given >= 1 then 0 else ceil((1 - (bucket.tokens - given)) / a_second * 1000) end);
end
$$;
