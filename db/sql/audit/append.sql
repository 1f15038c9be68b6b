-- Appends one entry to its lane, in the caller's transaction. Owned by airlock_audit_owner, so that nobody else can write
-- the log; called last, so that the lane's head is locked for as short as can be. If it fails, so does what it records. One
-- statement moves the head and writes the entry: under a race it is evaluated again on the head that won.
create function audit.append(p_actor text, p_action text, p_subject text, p_body jsonb)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  chosen int := audit.lane_of(p_subject, p_actor, p_action);
  body text := p_body::text;
  now_us bigint := (extract(epoch from clock_timestamp()) * 1000000)::bigint;
begin
  with head as (
    update audit.lanes l set seq = l.seq + 1, at_us = greatest(l.at_us, now_us), prev = l.hash,
      hash = audit.hash_of(l.hash, chosen, l.seq + 1, greatest(l.at_us, now_us), p_actor, p_action, p_subject, body)
    where l.lane = chosen returning l.seq, l.at_us, l.prev, l.hash
  )
  insert into audit.events (lane, seq, version, at_us, actor, action, subject, body, prev, hash)
  select chosen, h.seq, 1, h.at_us, p_actor, p_action, p_subject, body, h.prev, h.hash from head h;
  if not found then
    raise exception using errcode = 'AL032', message = format('Lane %s of the audit log is missing.', chosen);
  end if;
end
$$;
