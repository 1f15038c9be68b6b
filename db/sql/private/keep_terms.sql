-- Keeps what is decided about an agent and a tool, for the calls to come (agents.kept_terms), unless something else than them decides as
-- well: what is stopped, counted, answered by rules, bound to a time, aimed at somebody or only reported. `p_since` is the oldest transaction that was open
-- before the terms were read: a change that they may have missed, in whole or in part, is no older. Only one transaction keeps at a time;
-- the others go without, so that nobody waits.
create function airlock.keep_terms(p_terms airlock.call_terms, p_since xid8)
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  lines jsonb;
  verdict jsonb;
  call agents.tool_invocations;
begin
  if p_terms.anything_stopped or p_terms.constraints is not null or p_terms.counted or p_terms.ruled or coalesce(p_terms.aims, false) or not p_terms.enforce_tool_policies
    or exists (select from agents.profile_rules r where r.profile_id = any (p_terms.profile_ids) and r.until is not null)
    -- It would count for nobody.
    or exists (select from agents.term_changes c where c.txid >= p_since)
    or not pg_try_advisory_xact_lock(airlock.lock_name('kept terms'))
  then
    return;
  end if;
  lines := airlock.decide_call(p_terms, null, null);
  verdict := airlock.verdict_of(lines);
  if verdict ->> 'kind' = 'deny' then
    return;
  end if;
  call.required_approvals := greatest(coalesce((verdict ->> 'people')::int, 0),
    airlock.class_quorum(p_terms.safety_class, p_terms.egress_class, p_terms.requires_approval));
  call.tier := airlock.tier_of(p_terms.risk, p_terms.safety_class, p_terms.alarmed);
  call.status := case when call.required_approvals > 0 then 'pending' else 'running' end;
  call.approval_status := case call.status when 'pending' then 'pending' else 'not_required' end;
  call.external := p_terms.external;
  call.revision := 1;
  call.policy_version := p_terms.policy_version;
  insert into agents.kept_terms (agent_id, tool_name, since, txid, tool_id, version_id, definition_hash, policy_version, takes_key, external, alarmed,
    status, required_approvals, tier, lasts, trace, notice, entry, view)
  values (p_terms.agent_id, p_terms.tool_name, p_since, pg_current_xact_id(), p_terms.tool_id, p_terms.version_id, p_terms.definition_hash,
    p_terms.policy_version, p_terms.idempotency is not distinct from 'required', p_terms.external, coalesce(p_terms.alarmed, false),
    call.status, call.required_approvals, call.tier,
    case call.status when 'pending' then airlock.approval_ttl(call.tier, p_terms) else airlock.execution_ttl() end,
    airlock.trace_of(call.policy_version, call.tier, verdict, lines),
    case call.status when 'pending' then airlock.approval_event(call, p_terms.tool_name) else jsonb_build_object('tool', p_terms.tool_name) end,
    airlock.asked_entry(call, p_terms, lines), substr(airlock.view_of(call, p_terms.tool_name)::text, 2))
  on conflict (agent_id, tool_name) do update set since = excluded.since, txid = excluded.txid, tool_id = excluded.tool_id,
    version_id = excluded.version_id, definition_hash = excluded.definition_hash, policy_version = excluded.policy_version,
    takes_key = excluded.takes_key, external = excluded.external, alarmed = excluded.alarmed, status = excluded.status,
    required_approvals = excluded.required_approvals, tier = excluded.tier, lasts = excluded.lasts, trace = excluded.trace,
    notice = excluded.notice, entry = excluded.entry, view = excluded.view;
end
$$;
