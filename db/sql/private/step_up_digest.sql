-- How the log names a question for a proof: everybody reads the log, and while a proof is not used its id is all that it takes beside the
-- session. So a copy of somebody's cookie and the log must not be both.
create function airlock.step_up_digest(p_step_up uuid)
returns text language sql stable
as $$
  select airlock.sha256_hex(p_step_up::text)
$$;
