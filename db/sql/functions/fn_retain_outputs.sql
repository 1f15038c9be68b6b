-- Housekeeping: deletes outputs that were kept for as long as the settings say, the oldest first. In small bites, and one entry for each: it lists
-- which outputs went, by their digests. Whoever reads one at this moment has it or is told that it is gone; what somebody holds stays.
-- Answers how many went.
create function agents.fn_retain_outputs(p_limit int default 100)
returns int language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
-- By the indexes of what is due: the tables may have been empty when it was planned.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  raw_days constant int := airlock.setting('raw_retention_days');
  cleaned_days constant int := airlock.setting('cleaned_retention_days');
  raw_gone jsonb;
  cleaned_gone jsonb;
begin
  if coalesce(p_limit, 0) not between 1 and 200 then
    perform airlock.refuse('AL026', 'A bite is 1 to 200 outputs.');
  end if;
  with due as (
    select o.invocation_id from agents.invocation_outputs o
    where o.sealed is not null and o.held_at is null and o.created_at < now() - make_interval(days => raw_days)
    order by o.created_at for update skip locked limit p_limit
  ), gone as (
    update agents.invocation_outputs o set sealed = null, raw_deleted_at = now(), raw_deleted_why = 'retention'
    from due where o.invocation_id = due.invocation_id returning o.invocation_id, o.raw_digest
  )
  select jsonb_agg(jsonb_build_object('id', g.invocation_id, 'rawDigest', g.raw_digest) order by g.invocation_id) into raw_gone from gone g;
  with due as (
    select o.invocation_id from agents.invocation_outputs o
    where o.cleaned is not null and o.held_at is null and o.created_at < now() - make_interval(days => cleaned_days)
    order by o.created_at for update skip locked limit p_limit
  ), gone as (
    update agents.invocation_outputs o set cleaned = null, cleaned_deleted_at = now()
    from due where o.invocation_id = due.invocation_id returning o.invocation_id, o.cleaned_digest
  )
  select jsonb_agg(jsonb_build_object('id', g.invocation_id, 'cleanedDigest', g.cleaned_digest) order by g.invocation_id) into cleaned_gone from gone g;
  if raw_gone is not null then
    perform audit.append('system', 'output.raw_deleted', 'installation:outputs', jsonb_build_object('why', 'retention', 'days', raw_days, 'outputs', raw_gone));
  end if;
  if cleaned_gone is not null then
    perform audit.append('system', 'output.cleaned_deleted', 'installation:outputs',
      jsonb_build_object('why', 'retention', 'days', cleaned_days, 'outputs', cleaned_gone));
  end if;
  return coalesce(jsonb_array_length(raw_gone), 0) + coalesce(jsonb_array_length(cleaned_gone), 0);
end
$$;
