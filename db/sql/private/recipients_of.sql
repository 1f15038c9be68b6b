-- The mail addresses of the people whom a channel means, of those who are active now. Whoever is away is stood in for where a
-- question is assigned to them; the roster is called as it is.
create function airlock.recipients_of(p_audience text, p_kind text, p_subject uuid, p_step int)
returns text[] language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(array_agg(distinct p.email order by p.email), '{}') from agents.people p
  where p.disabled_at is null and p.id in (
    select airlock.owner_of_subject(p_kind, p_subject) where p_audience = 'owner'
    union all
    select airlock.stand_in_of(s.person_id, p_kind, p_subject) from agents.approval_assignments s
    where p_audience = 'assignee' and s.subject_kind = p_kind and s.subject_id = p_subject
    union all
    select r.person_id from agents.escalation_roster r where p_audience = 'roster' and r.step <= p_step)
$$;
