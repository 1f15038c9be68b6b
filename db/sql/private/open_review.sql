-- Asks people about something that is not a call; asked again, it is another revision with votes of its own. What is asked anew while it waits goes on
-- by the clock that began then (`p_since`).
create function airlock.open_review(p_kind text, p_subject uuid, p_digest text, p_required int, p_ttl interval default null, p_since timestamptz default now())
returns agents.approvals language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  review agents.approvals;
begin
  insert into agents.approvals (id, subject_kind, subject_id, revision, digest, required, status, created_at, expires_at, rank, agent_id, tool_id, flagged)
  values (airlock.new_id(), p_kind, p_subject,
    1 + coalesce((select max(a.revision) from agents.approvals a where a.subject_kind = p_kind and a.subject_id = p_subject), 0), p_digest, p_required, 'pending', p_since,
    now() + coalesce(p_ttl, make_interval(hours => airlock.setting('review_hours')::int)),
    -- What would be trusted more, or takes two people, is looked at before what is only new.
    case when p_required > 1 then 4 when p_kind = 'trust_change' then 3 else 2 end,
    case p_kind when 'team_run' then (select r.agent_id from agents.team_runs r where r.id = p_subject)
      when 'action' then (select o.agent_id from agents.actions o where o.id = p_subject)
      when 'trust_change' then (select c.agent_id from agents.trust_changes c where c.id = p_subject) end,
    case p_kind when 'tool_version' then (select v.tool_id from agents.tool_versions v where v.id = p_subject) end,
    p_kind = 'tool_version' and coalesce((select v.alarmed from agents.tool_versions v where v.id = p_subject), false))
  returning * into review;
  -- Who asked hears of it; of other questions only people do.
  perform airlock.emit('review_required', review.subject_id, case when p_kind in ('team_run', 'action') then review.agent_id end, jsonb_build_object('kind', p_kind, 'approval', review.id));
  perform airlock.wake();
  return review;
end
$$;
