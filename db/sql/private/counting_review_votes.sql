-- Distinct people whose yes counts for something that is not a call: the role for its kind, the digest that is asked about,
-- neither its asker nor whoever answers for that one. For two people a role has to have aged.
create function airlock.counting_review_votes(p_approval agents.approvals)
returns int language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select count(distinct v.person_id)::int
  from agents.approval_votes v
  join agents.people p on p.id = v.person_id
  where v.approval_id = p_approval.id and v.digest = p_approval.digest and v.decision = 'approve'
    and p.disabled_at is null and p.counts_from <= now()
    and p.role = any (airlock.voters_of(p_approval.subject_kind))
    and p.id <> all (airlock.interested_in(p_approval.subject_kind, p_approval.subject_id))
    and (p_approval.required < 2 or airlock.role_has_aged(p.role_since))
$$;
