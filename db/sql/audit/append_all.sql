-- Appends entries about several subjects in their order, in the caller's transaction and last in it (audit.append). Two that do
-- so at once never wait for each other both: heads are locked in the order of the lanes. Entries that share a lane are linked
-- in turn; then each head moves to the last of its lane.
create function audit.append_all(p_action text, p_actors text[], p_subjects text[], p_bodies text[])
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
as $$
declare
  now_us bigint := (extract(epoch from clock_timestamp()) * 1000000)::bigint;
begin
  with recursive entry as materialized (
    select e.*, row_number() over (partition by e.lane order by e.n) as turn, count(*) over (partition by e.lane) as turns
    from (
      select j.n, audit.lane_of(j.subject) as lane, j.actor, j.subject, j.body
      from unnest(p_actors, p_subjects, p_bodies) with ordinality j (actor, subject, body, n)
    ) e
  ), head as materialized (
    select l.lane, l.seq, greatest(l.at_us, now_us) as at_us, l.hash
    from audit.lanes l where l.lane in (select e.lane from entry e) order by l.lane for update
  ), chain as (
    select e.lane, e.turn, e.turns, h.seq + 1 as seq, h.at_us, e.actor, e.subject, e.body, h.hash as prev,
      audit.hash_of(h.hash, e.lane, h.seq + 1, h.at_us, e.actor, p_action, e.subject, e.body) as hash
    from head h join entry e on e.lane = h.lane and e.turn = 1
    union all
    select e.lane, e.turn, e.turns, c.seq + 1, c.at_us, e.actor, e.subject, e.body, c.hash,
      audit.hash_of(c.hash, e.lane, c.seq + 1, c.at_us, e.actor, p_action, e.subject, e.body)
    from chain c join entry e on e.lane = c.lane and e.turn = c.turn + 1
  ), logged as (
    insert into audit.events (lane, seq, version, at_us, actor, action, subject, body, prev, hash)
    select c.lane, c.seq, 1, c.at_us, c.actor, p_action, c.subject, c.body, c.prev, c.hash from chain c
    returning lane, seq, at_us, prev, hash
  )
  update audit.lanes l set seq = e.seq, at_us = e.at_us, prev = e.prev, hash = e.hash
  from logged e join chain c on c.lane = e.lane and c.seq = e.seq and c.turn = c.turns
  where l.lane = e.lane;
  if not found then
    raise exception using errcode = 'AL032', message = 'A lane of the audit log is missing.';
  end if;
end
$$;
