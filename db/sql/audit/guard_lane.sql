-- A lane's head only moves forward, from where it is, in time that does not run backwards: by one, or along entries that are
-- there and linked each to the one before it. Asked here and not in the trigger's own condition, which PostgreSQL would read
-- and plan again for every statement.
create function audit.guard_lane()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'UPDATE' then
    if new.lane = old.lane and new.seq = old.seq + 1 and new.at_us >= old.at_us and new.prev = old.hash and new.hash <> old.hash then
      return new;
    end if;
    if new.lane = old.lane and new.seq > old.seq + 1 and new.at_us >= old.at_us and (
      select count(*) = new.seq - old.seq and bool_and(e.prev = e.before and e.at_us >= old.at_us)
        and bool_or(e.seq = new.seq and e.at_us = new.at_us and e.prev = new.prev and e.hash = new.hash)
      from (
        select e.seq, e.at_us, e.prev, e.hash, lag(e.hash, 1, old.hash) over (order by e.seq) as before
        from audit.events e where e.lane = old.lane and e.seq > old.seq and e.seq <= new.seq
      ) e)
    then
      return new;
    end if;
  end if;
  raise exception using errcode = 'AL032', message = 'A lane of the audit log only moves forward.';
end
$$;
