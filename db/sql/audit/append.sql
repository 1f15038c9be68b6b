-- Appends one entry to its lane, in the caller's transaction. Owned by airlock_audit_owner, so that nobody else can write
-- the log; called last, so that the lane's head is locked for as short as can be. If it fails, so does what it records.
-- Calls share fifteen lanes; the last is for people and switches, so that a flood of calls cannot keep anybody from
-- signing in or from stopping it.
--
-- hash = sha256(prev ‖ utf8 of the RFC 8785 array [version, lane, seq, "at_us", actor, action, subject, body]).
-- to_json on text escapes exactly what RFC 8785 escapes, so an outsider can rebuild the bytes.
create function audit.append(p_actor text, p_action text, p_subject text, p_body jsonb)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  chosen int := case when p_subject like 'invocation:%' then get_byte(sha256(convert_to(p_subject, 'UTF8')), 0) % 15 else 15 end;
  head audit.lanes;
  at_us bigint;
  next_hash bytea;
  body text := p_body::text;
begin
  select l.* into strict head from audit.lanes l where l.lane = chosen for update;
  at_us := (extract(epoch from clock_timestamp()) * 1000000)::bigint;
  next_hash := sha256(head.hash || convert_to(
    '[1,' || chosen || ',' || head.seq + 1 || ',"' || at_us || '",' || to_json(p_actor) || ',' || to_json(p_action) || ','
    || to_json(p_subject) || ',' || to_json(body) || ']', 'UTF8'));
  insert into audit.events (lane, seq, version, at_us, actor, action, subject, body, prev, hash)
  values (chosen, head.seq + 1, 1, at_us, p_actor, p_action, p_subject, body, head.hash, next_hash);
  update audit.lanes set seq = head.seq + 1, hash = next_hash where lane = chosen;
end
$$;
