-- A person answers a question that is not a call: a tool version, a trust change, a team run. Bound to the digest that was
-- shown; one vote a person; one no is final, also of somebody who said yes before; counted under the row's lock. A yes to more trust takes a proof
-- of presence, and a yes where two are needed a role that has aged: one that does not count would use up its person's vote.
create function agents.fn_decide_review(p_session text, p_approval uuid, p_seen_digest text, p_decision text, p_reason text, p_note text default null,
  p_step_up uuid default null)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person agents.people := airlock.person_of_session(p_session);
  review agents.approvals;
  votes int := 0;
  outcome text;
begin
  -- A tool before its question, as everybody does who holds both.
  perform from agents.tools_registry t
  where t.id = (
    select v.tool_id from agents.approvals a join agents.tool_versions v on v.id = a.subject_id
    where a.id = p_approval and a.subject_kind = 'tool_version') for update;
  -- And an agent before a step of its: whoever takes trust away holds it and ends what is asked, and must not find it granted half-way.
  perform from agents.agents g
  where g.id = (
    select c.agent_id from agents.approvals a join agents.trust_changes c on c.id = a.subject_id
    where a.id = p_approval and a.subject_kind = 'trust_change') for update;
  select a.* into review from agents.approvals a where a.id = p_approval and a.subject_kind <> 'invocation' for update nowait;
  if review.id is null then
    perform airlock.refuse('AL028', 'There is no such review.');
  end if;
  if not person.role = any (airlock.voters_of(review.subject_kind)) then
    perform airlock.refuse('AL005', format('This takes the role %s; yours is %s.',
      array_to_string(airlock.voters_of(review.subject_kind), ' or '), person.role));
  end if;
  if coalesce(p_decision, '') not in ('approve', 'reject') then
    perform airlock.refuse('AL026', 'A decision is approve or reject.');
  end if;
  perform airlock.check_reason(p_reason, 'Say why; whoever asked receives it.');
  if length(p_note) > 2000 then
    perform airlock.refuse('AL026', 'A note has at most 2,000 characters.');
  end if;
  if review.status = 'void' then
    perform airlock.refuse('AL012', 'What was asked about has changed since; look at it as it is now.');
  end if;
  if review.status <> 'pending' then
    perform airlock.refuse('AL011', format('This is %s already.', review.status), (
      select jsonb_build_object('status', review.status, 'decidedAt', max(v.at), 'decidedBy', (array_agg(p.name order by v.at desc))[1],
        'decision', (array_agg(v.decision order by v.at desc))[1])
      from agents.approval_votes v join agents.people p on p.id = v.person_id where v.approval_id = review.id));
  end if;
  if review.expires_at <= clock_timestamp() then
    perform airlock.refuse('AL013', 'The time to decide has passed.');
  end if;
  if review.digest is distinct from p_seen_digest then
    perform airlock.refuse('AL012', 'What you saw is not what is asked.');
  end if;
  if p_decision = 'approve' then
    perform airlock.check_review(review);
  end if;
  if p_decision = 'approve' and person.id = any (airlock.interested_in(review.subject_kind, review.subject_id)) then
    perform airlock.refuse('AL006', 'You cannot approve this: you asked for it, wrote it, or own the agent.');
  end if;
  perform airlock.check_counts(person);
  if p_decision = 'approve' and review.required >= 2 then
    perform airlock.check_aged(person);
  end if;
  if p_decision = 'approve' and airlock.setting('step_up') = 1 then
    perform airlock.use_step_up(p_step_up, person.id, review.subject_id, p_seen_digest, airlock.proofs_for_review(review.subject_kind));
  end if;
  insert into agents.approval_votes (id, approval_id, person_id, decision, digest, reason, note, at, step_up_id)
  values (airlock.new_id(), review.id, person.id, p_decision, p_seen_digest, p_reason, p_note, now(), p_step_up)
  on conflict (approval_id, person_id) do nothing;
  if not found and p_decision = 'approve' then
    perform airlock.refuse('AL010', 'You have already voted on this.');
  end if;
  votes := airlock.counting_review_votes(review);
  outcome := case when p_decision = 'reject' then 'rejected' when votes >= review.required then 'approved' else 'pending' end;
  if outcome = 'pending' then
    perform airlock.wake();
  else
    perform airlock.end_review(review, outcome, person.id, p_reason);
  end if;
  perform audit.append('person:' || person.id, 'review.' || case p_decision when 'approve' then 'approved' else 'rejected' end,
    review.subject_kind || ':' || review.subject_id, jsonb_build_object('approval', review.id, 'digest', p_seen_digest,
      'votes', votes, 'required', review.required, 'outcome', outcome, 'reason', p_reason, 'note', p_note, 'stepUp', airlock.step_up_digest(p_step_up)));
  return jsonb_build_object('id', review.id, 'votes', votes, 'required', review.required, 'status', outcome);
end
$$;
