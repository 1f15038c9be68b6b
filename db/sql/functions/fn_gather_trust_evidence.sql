-- Adds what happened since the last time to the evidence: calls that completed, failed, were denied or decided, as the outbox has them from the
-- transaction in which they happened. Read in the order of transactions and below the oldest open one, with the place moved in the same
-- transaction: nothing is counted twice or missed, however many gather. What was not the agent's doing (stopped, frozen, no sandbox, a
-- lost worker) counts neither way. Returns how many events were read.
create function agents.fn_gather_trust_evidence(p_limit int default 5000)
returns int language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  place agents.trust_cursor;
  ending record;
begin
  if coalesce(p_limit, 0) not between 1 and 100000 then
    perform airlock.refuse('AL026', 'Gathering reads 1 to 100,000 events.');
  end if;
  select c.* into place from agents.trust_cursor c where c.one = 1 for update skip locked;
  if place.one is null then
    return 0;
  end if;
  select count(*)::int as number, (array_agg(e.txid order by e.txid desc, e.id desc))[1] as txid, (array_agg(e.id order by e.txid desc, e.id desc))[1] as id
  into ending from (
    select e.txid, e.id from agents.events e
    where (e.txid, e.id) > (place.txid, place.event_id) and e.txid < pg_snapshot_xmin(pg_current_snapshot())
    order by e.txid, e.id limit p_limit
  ) e;
  if ending.number = 0 then
    return 0;
  end if;
  with happened as materialized (
    select e.type, e.at, e.subject, e.agent_id, e.data from agents.events e
    where (e.txid, e.id) > (place.txid, place.event_id) and (e.txid, e.id) <= (ending.txid, ending.id) and e.agent_id is not null
      and e.type in ('tool_invocation_completed', 'tool_invocation_failed', 'tool_invocation_denied', 'tool_invocation_decided')
  ), facts as materialized (
    select h.agent_id, g.category, i.tool_version_id, airlock.difficulty_of(i.tier, g.risk, g.safety_class) as difficulty, h.at,
      -- That an external call went well is only its runtime's word; that it failed is believed.
      (h.type = 'tool_invocation_completed' and not coalesce(i.external, false))::int as completed,
      (h.type = 'tool_invocation_failed' and coalesce(i.error_code, '') not in
        ('lease_lost', 'no_sandbox', 'limit_unenforceable', 'sandbox_ended', 'secret_unavailable', 'tool_drifted', 'tool_not_runnable', 'mcp_server_unreachable',
         'mcp_server_failed', 'cleaning_failed', 'output_blocked', 'internal'))::int as failed,
      (h.type = 'tool_invocation_denied' and i.error_code in
        ('path_refused', 'host_refused', 'hook_refused', 'rule_refused', 'constraint_refused', 'budget_refused', 'access_refused'))::int as denied,
      (h.type = 'tool_invocation_decided' and h.data ->> 'decision' = 'approved')::int as approved,
      (h.type = 'tool_invocation_decided' and h.data ->> 'decision' = 'rejected')::int as rejected,
      (h.type = 'tool_invocation_completed' and h.data ->> 'findings' <> '0' and exists (
        select from agents.invocation_outputs o, jsonb_array_elements(o.findings) f
        where o.invocation_id = i.id and f ->> 'severity' in ('medium', 'high', 'critical')))::int as findings
    from happened h join agents.tool_invocations i on i.id = h.subject join agents.tools_registry g on g.id = i.tool_id
    where not i.is_drill
  ), summed as materialized (
    select f.agent_id, f.category, f.tool_version_id, f.difficulty, coalesce(r.stretch, date_trunc('day', f.at, 'UTC')) as stretch, sum(f.completed)::int as completed,
      sum(f.failed)::int as failed, sum(f.denied)::int as denied, sum(f.approved)::int as approved, sum(f.rejected)::int as rejected,
      sum(f.findings)::int as findings, max(f.at) filter (where f.completed = 1) as last_success_at
    from facts f left join lateral (
      -- Few agents were ever set back; theirs is a day cut in parts.
      select greatest(date_trunc('day', f.at, 'UTC'), max(t.reset_at)) as stretch from agents.agent_trust t
      where t.agent_id = f.agent_id and t.category in ('all', f.category) and t.reset_at <= f.at having max(t.reset_at) is not null
    ) r on true
    where f.completed + f.failed + f.denied + f.approved + f.rejected > 0
    group by 1, 2, 3, 4, 5
  ), counted as (
    insert into agents.trust_tallies as t (agent_id, category, tool_version_id, stretch, difficulty, completed, failed, denied, approved, rejected, findings, last_success_at)
    select s.agent_id, s.category, s.tool_version_id, s.stretch, s.difficulty, s.completed, s.failed, s.denied, s.approved, s.rejected, s.findings, s.last_success_at
    from summed s order by s.agent_id
    on conflict (agent_id, stretch, category, tool_version_id, difficulty) do update set
      completed = t.completed + excluded.completed, failed = t.failed + excluded.failed, denied = t.denied + excluded.denied,
      approved = t.approved + excluded.approved, rejected = t.rejected + excluded.rejected, findings = t.findings + excluded.findings,
      last_success_at = greatest(t.last_success_at, excluded.last_success_at)
  )
  insert into agents.trust_standings as s (agent_id, seen) select distinct c.agent_id, 1 from summed c order by 1
  on conflict (agent_id) do update set seen = s.seen + 1;
  update agents.trust_cursor set txid = ending.txid, event_id = ending.id where one = 1;
  return ending.number;
end
$$;
