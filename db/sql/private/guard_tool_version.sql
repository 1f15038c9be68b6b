-- A version's contract, hashes and author never change; only its state and who decided it do, along the arrows of a review. What
-- the scanner noticed may become more, never less.
create function airlock.guard_tool_version()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if (new.id, new.tool_id, new.number, new.definition_hash, new.body_hash, new.part_hashes, new.contract_text, new.contract,
     new.source, new.server_id, new.author_id, new.created_at)
    is distinct from
    (old.id, old.tool_id, old.number, old.definition_hash, old.body_hash, old.part_hashes, old.contract_text, old.contract,
     old.source, old.server_id, old.author_id, old.created_at)
    or not new.findings @> old.findings
  then
    perform airlock.refuse('AL032', 'A tool version never changes; register a new one.');
  end if;
  if new.state <> old.state and (old.state, new.state) not in (('review', 'approved'), ('review', 'rejected'), ('review', 'quarantined'), ('review', 'retired'),
    ('approved', 'quarantined'), ('approved', 'retired'), ('quarantined', 'approved'), ('quarantined', 'rejected'), ('quarantined', 'retired'))
  then
    perform airlock.refuse('AL031', format('A tool version cannot go from %s to %s.', old.state, new.state));
  end if;
  -- What a person wrote, or a server sent, another person's review puts in force.
  if new.state = 'approved' and old.state <> 'approved' and (new.author_id is not null or new.server_id is not null) and not exists (
    select from agents.approvals a
    where a.subject_kind = 'tool_version' and a.subject_id = new.id and a.status = 'approved' and a.consumed_at is null
  ) then
    perform airlock.refuse('AL035', 'A version is put in force by the people who review it.');
  end if;
  return new;
end
$$;
