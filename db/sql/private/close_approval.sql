-- Ends the open question of a call, with the outcome it had. An answer that nobody acted on yet becomes void with it.
create function airlock.close_approval(p_invocation uuid, p_status text)
returns void language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  update agents.approvals set status = p_status, decided_at = now()
  where subject_kind = 'invocation' and subject_id = p_invocation and (status = 'pending' or (p_status = 'void' and status = 'approved' and consumed_at is null))
$$;
