-- The same as proofs_for, for what is not a call: whatever trust people are asked about is more of it.
create function airlock.proofs_for_review(p_kind text)
returns text[] language sql immutable
as $$
  select case when p_kind = 'trust_change' then array['passkey'] else array[]::text[] end
$$;
