-- The same as proofs_for, for what is not a call: the step to `elevated` is the only trust change that people are asked about.
create function airlock.proofs_for_review(p_kind text)
returns text[] language sql immutable
as $$
  select case when p_kind = 'trust_change' then array['passkey'] else array[]::text[] end
$$;
