-- A lane's head only moves forward, from where it is, in time that does not run backwards: by one, or along entries that are
-- there and linked each to the one before it. Asked here and not in the trigger's own condition, which PostgreSQL would read
-- and plan again for every statement.
create function audit.guard_lane()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  entry record;
  seq bigint;
  link bytea;
begin
  if tg_op = 'UPDATE' then
    if new.lane = old.lane and new.seq = old.seq + 1 and new.at_us >= old.at_us and new.prev = old.hash and new.hash <> old.hash then
      return new;
    end if;
    if new.lane = old.lane and new.seq > old.seq + 1 and new.at_us >= old.at_us then
      seq := old.seq;
      link := old.hash;
      for entry in
        select e.seq, e.at_us, e.prev, e.hash from audit.events e where e.lane = old.lane and e.seq > old.seq and e.seq <= new.seq order by e.seq
      loop
        exit when entry.seq <> seq + 1 or entry.prev <> link or entry.at_us < old.at_us;
        seq := entry.seq;
        link := entry.hash;
      end loop;
      if seq = new.seq and (entry.at_us, entry.prev, entry.hash) = (new.at_us, new.prev, new.hash) then
        return new;
      end if;
    end if;
  end if;
  raise exception using errcode = 'AL032', message = 'A lane of the audit log only moves forward.';
end
$$;
