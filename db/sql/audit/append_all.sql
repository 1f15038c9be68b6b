-- Appends entries about several subjects of one lane, in their order, in the caller's transaction and last in it (audit.append).
-- One lane, because two transactions that hold several wait for each other, and for each other's write to disk. Linked in a
-- loop, because each node of a statement costs more to start than an entry does.
create function audit.append_all(p_action text, p_actors text[], p_subjects text[], p_bodies text[])
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
-- Planned once a connection, and by the index: a head leaves dead rows behind it.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  chosen constant int := audit.lane_of(p_subjects[1], p_actors[1], p_action);
  digit constant text := case when starts_with(p_subjects[1], 'invocation:') then right(p_subjects[1], 1) end;
  now_us bigint := (extract(epoch from clock_timestamp()) * 1000000)::bigint;
  first_seq bigint;
  links bytea[];
begin
  select l.seq, greatest(l.at_us, now_us), array[l.hash] into first_seq, now_us, links from audit.lanes l where l.lane = chosen for update;
  if not found then
    raise exception using errcode = 'AL032', message = format('Lane %s of the audit log is missing.', chosen);
  end if;
  for n in 1 .. cardinality(p_subjects) loop
    -- Of calls the last digit says it; what else there is, is asked.
    if not (starts_with(p_subjects[n], 'invocation:') and right(p_subjects[n], 1) = digit) then
      if audit.lane_of(p_subjects[n], p_actors[n], p_action) <> chosen then
        raise exception using errcode = 'AL032', message = 'Entries that are appended together share a lane.';
      end if;
    end if;
    links[n + 1] := audit.hash_of(links[n], chosen, first_seq + n, now_us, p_actors[n], p_action, p_subjects[n], p_bodies[n]);
  end loop;
  insert into audit.events (lane, seq, version, at_us, actor, action, subject, body, prev, hash)
  select chosen, first_seq + n, 1, now_us, p_actors[n], p_action, p_subjects[n], p_bodies[n], links[n], links[n + 1]
  from generate_series(1, cardinality(p_subjects)) n;
  update audit.lanes l set seq = first_seq + cardinality(p_subjects), at_us = now_us, prev = links[cardinality(p_subjects)],
    hash = links[cardinality(p_subjects) + 1]
  where l.lane = chosen;
end
$$;
