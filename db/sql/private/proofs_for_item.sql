-- With what this item, as it was shown, is approved: while it still waits, and is still what was shown.
create function airlock.proofs_for_item(p_subject uuid, p_digest text)
returns text[] language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  item record;
begin
  select i.status::text, i.expires_at, i.binding_digest as digest, airlock.proofs_for(i.tool_id) as methods into item
  from agents.tool_invocations i where i.id = p_subject;
  if not found then
    select a.status::text, a.expires_at, a.digest, airlock.proofs_for_review(a.subject_kind) as methods into item
    from agents.approvals a where a.subject_id = p_subject and a.subject_kind <> 'invocation' order by a.revision desc limit 1;
  end if;
  if item.status is null then
    perform airlock.refuse('AL028', 'There is no such question.');
  end if;
  if item.status <> 'pending' then
    perform airlock.refuse('AL011', format('This is %s already.', item.status), jsonb_build_object('status', item.status));
  end if;
  if item.expires_at <= clock_timestamp() then
    perform airlock.refuse('AL013', 'The time to decide has passed.');
  end if;
  if item.digest is distinct from p_digest then
    perform airlock.refuse('AL012', 'What you saw is not what is asked.');
  end if;
  return item.methods;
end
$$;
