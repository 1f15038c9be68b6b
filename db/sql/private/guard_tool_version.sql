-- A version's contract, hashes and author never change; only its state and who decided it do.
create function airlock.guard_tool_version()
returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'DELETE' or
    (new.id, new.tool_id, new.number, new.definition_hash, new.body_hash, new.part_hashes, new.contract_text, new.contract,
     new.findings, new.author_id, new.created_at)
    is distinct from
    (old.id, old.tool_id, old.number, old.definition_hash, old.body_hash, old.part_hashes, old.contract_text, old.contract,
     old.findings, old.author_id, old.created_at)
  then
    perform airlock.refuse('AL032', 'A tool version never changes; register a new one.');
  end if;
  return new;
end
$$;
