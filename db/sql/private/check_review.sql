-- Before a yes: what was asked about is still so; the caller holds the tool. A team does not start and an action is not approved while its agent is stopped.
create function airlock.check_review(p_review agents.approvals)
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  if p_review.subject_kind = 'tool_version' then
    if airlock.version_digest(p_review.subject_id) <> p_review.digest then
      perform airlock.refuse('AL012', 'The tool has changed since this was asked; register the version again.');
    end if;
  elsif p_review.subject_kind = 'policy_version' then
    if not exists (
      select from agents.policy_versions v join agents.policy_in_force f on f.one = 1 and f.version = v.base_version
      where v.id = p_review.subject_id and airlock.policy_digest(v) = p_review.digest)
    then
      perform airlock.refuse('AL012', 'Another policy was put in force since this was written; it has to be proposed again.');
    end if;
  elsif p_review.subject_kind in ('team_run', 'action') then
    if exists (
      select from agents.agents a
      where a.id = p_review.agent_id and (a.frozen_at is not null or exists (select from airlock.stopped_by(a.id, null)))
    ) then
      perform airlock.refuse('AL023', 'The agent is frozen, or calls are stopped.');
    end if;
    -- How many people a team run takes, no policy says; it is in what they are shown.
    if p_review.subject_kind = 'action' and exists (
      select from agents.actions o where o.id = p_review.subject_id and (o.digest <> p_review.digest or o.policy_version <> airlock.policy_version())
    ) then
      perform airlock.refuse('AL012', 'The policy has changed since this was asked; it is being decided again.');
    end if;
  end if;
end
$$;
