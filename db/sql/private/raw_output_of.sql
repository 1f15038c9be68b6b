-- The output of a call whose raw part is still kept; otherwise the refusal that says why it is not.
create function airlock.raw_output_of(p_invocation uuid)
returns agents.invocation_outputs language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
  kept agents.invocation_outputs;
begin
  select o.* into kept from agents.invocation_outputs o where o.invocation_id = p_invocation;
  if kept.raw_deleted_at is not null then
    perform airlock.refuse('AL050', format('The raw output was deleted on %s%s.', to_char(kept.raw_deleted_at at time zone 'UTC', 'YYYY-MM-DD'),
      case kept.raw_deleted_why when 'retention' then ', by retention' when 'reviewer' then ', by a reviewer' else '' end),
      jsonb_build_object('deletedAt', kept.raw_deleted_at, 'why', kept.raw_deleted_why));
  elsif kept.sealed is null then
    perform airlock.refuse('AL028', 'This call has no raw output.');
  end if;
  return kept;
end
$$;
