-- Uses up a proof of presence: this person's, for this item as it was shown, by one of these methods, fresh and unused.
create function airlock.use_step_up(p_step_up uuid, p_person uuid, p_subject uuid, p_digest text, p_methods text[])
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  if cardinality(p_methods) = 0 then
    return;
  end if;
  update agents.step_ups s set used_at = now()
  where s.id = p_step_up and s.person_id = p_person and s.purpose = 'decide' and s.subject_id = p_subject and s.digest = p_digest
    and s.method = any (p_methods) and s.proved_at is not null and s.used_at is null and s.expires_at > clock_timestamp();
  if not found then
    perform airlock.refuse('AL038', format('Confirm that it is you before approving this: %s.', array_to_string(p_methods, ' or ')),
      jsonb_build_object('methods', p_methods));
  end if;
end
$$;
