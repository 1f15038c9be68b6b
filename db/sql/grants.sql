-- Who may do what. Each login has its functions and what it must read; none may write a table. Everything else is
-- revoked first, so that this file is the whole truth.
revoke all on schema public from public;
revoke all on all tables in schema agents, audit from public;
revoke all on all functions in schema agents, airlock, audit from public;
revoke all on all tables in schema agents, audit from
  airlock_web, airlock_gateway, airlock_worker, airlock_auditor, airlock_checkpointer, airlock_housekeeper, airlock_service;

grant usage on schema agents to airlock_web, airlock_gateway, airlock_worker, airlock_auditor, airlock_housekeeper, airlock_service;
grant usage on schema audit to airlock_web, airlock_auditor, airlock_checkpointer, airlock_owner;
grant execute on function audit.append(text, text, text, jsonb), audit.append_all(text, text[], text[], text[]), audit.lane_of(text, text, text) to airlock_owner;

-- decides and configures
grant execute on function
  agents.fn_sign_in_challenge, agents.fn_begin_sign_in, agents.fn_sign_in, agents.fn_session, agents.fn_sign_out, agents.fn_set_up, agents.fn_setup_link,
  agents.fn_begin_step_up, agents.fn_announce_code, agents.fn_prove_step_up_passkey, agents.fn_prove_step_up_totp, agents.fn_prove_step_up_password,
  agents.fn_begin_enrolment, agents.fn_enrol_passkey, agents.fn_enrol_totp, agents.fn_confirm_totp, agents.fn_revoke_passkey, agents.fn_revoke_totp,
  agents.fn_invite_person, agents.fn_propose_role, agents.fn_confirm_role, agents.fn_lower_role,
  agents.fn_save_inbox_view, agents.fn_remove_inbox_view,
  agents.fn_see_approval, agents.fn_reading, agents.fn_is_hurried, agents.fn_comment, agents.fn_assign, agents.fn_snooze, agents.fn_extend_approval, agents.fn_escalate,
  agents.fn_set_escalation_roster, agents.fn_delegate, agents.fn_end_delegation, agents.fn_drill_material, agents.fn_place_drill,
  agents.fn_approve_tool_invocation, agents.fn_reject_tool_invocation, agents.fn_edit_tool_invocation, agents.fn_unasked_sayers,
  agents.fn_undo_release, agents.fn_approve_together, agents.fn_reject_together,
  agents.fn_make_rule, agents.fn_decide_and_rule, agents.fn_revoke_rule, agents.fn_preview_rule, agents.fn_explain_rules,
  agents.fn_find_sharing, agents.fn_pivot_injection,
  agents.fn_resolve_unknown_invocation, agents.fn_decide_review, agents.fn_register_tool, agents.fn_set_trust, agents.fn_freeze_trust, agents.fn_report_incident, agents.fn_give_feedback, agents.fn_propose_policy,
  agents.fn_set_setting, agents.fn_put_secret, agents.fn_retire_secret, agents.fn_ask_raw_output, agents.fn_read_raw_output,
  agents.fn_delete_raw_output, agents.fn_hold_output,
  agents.fn_add_channel, agents.fn_change_channel, agents.fn_retire_channel, agents.fn_test_channel,
  agents.fn_throw_kill_switch, agents.fn_release_kill_switch, agents.fn_drain_worker,
  agents.fn_create_agent, agents.fn_freeze_agent, agents.fn_issue_agent_key, agents.fn_revoke_agent_key,
  agents.fn_quarantine_tool, agents.fn_retire_tool, agents.fn_ask_version_review, agents.fn_set_serving, agents.fn_rehearse_call,
  agents.fn_register_action_type, agents.fn_issue_author_key, agents.fn_revoke_author_key,
  agents.fn_connect_mcp_server, agents.fn_request_mcp_sync, agents.fn_retire_mcp_server, agents.fn_import_mcp_tools,
  agents.fn_dismiss_notice, agents.fn_remove_memory
  to airlock_web;

-- asks
grant execute on function
  agents.fn_tool_for_agent, agents.fn_tools_of_agent, agents.fn_invoke_tool, agents.fn_invoke_tools, agents.fn_first_invocation, agents.fn_invocation_status, agents.fn_cancel_tool_invocation,
  agents.fn_external_terms, agents.fn_report_external, agents.fn_list_invocations, agents.fn_take_requests, agents.fn_end_session,
  agents.fn_ask_team_run, agents.fn_team_run_status, agents.fn_ask_action, agents.fn_action_status, agents.fn_report_task_outcome, agents.fn_events_after, agents.fn_author_register_tool, agents.fn_registration_terms,
  agents.fn_agent_of_key, agents.fn_disclosure, agents.fn_keep_disclosure, agents.fn_tool_set_of_agent
  to airlock_gateway;

-- runs
grant execute on function
  agents.fn_register_worker, agents.fn_stop_worker, agents.fn_claim_tool_invocation, agents.fn_reclaim_lost_invocation,
  agents.fn_heartbeat, agents.fn_stopped_agents, agents.fn_code_bundle, agents.fn_complete_tool_invocation,
  agents.fn_claim_mcp_sync, agents.fn_report_mcp_listing, agents.fn_report_mcp_failure, agents.fn_request_mcp_sync_of,
  agents.fn_mcp_server_for_call, agents.fn_secrets_for_call, agents.fn_report_drift, agents.fn_perform_in_platform
  to airlock_worker;

-- breaks the glass: asks, and may say that nobody need be asked
grant execute on function agents.fn_tool_for_agent, agents.fn_invoke_tool to airlock_service;

grant execute on function agents.fn_drill_material, agents.fn_place_drill, agents.fn_sweep, agents.fn_gather_trust_evidence, agents.fn_due_trust, agents.fn_record_trust, agents.fn_retain_outputs, agents.fn_end_stale_transactions, agents.fn_plan_deliveries, agents.fn_due_deliveries,
  agents.fn_record_delivery to airlock_housekeeper;

-- reads: pages and auditors see records, never what proves a person or a key, never raw output, never code that is not theirs
grant select on
  agents.people, agents.agents, agents.profiles, agents.profile_rules, agents.profile_budgets, agents.access_levels, agents.custom_levels, agents.safety_classes, agents.egress_classes,
  agents.policy_in_force, agents.policy_activations, agents.tools_registry,
  agents.tool_versions, agents.tool_invocations, agents.invocation_inputs, agents.invocation_runs, agents.invocation_arrows,
  agents.approvals, agents.approval_votes, agents.raw_readings, agents.events, agents.workers, agents.kill_switches, agents.policy_versions,
  agents.agent_key_uses, agents.agent_trust, agents.trust_changes, agents.trust_reports, agents.trust_tallies, agents.trust_standings, agents.trust_in_force, agents.team_runs, agents.actions, agents.standing_rules, agents.settings,
  agents.approval_sights, agents.approval_comments, agents.approval_assignments, agents.approval_snoozes, agents.inbox_views,
  agents.delegations, agents.escalation_roster, agents.drills, agents.notification_deliveries, agents.passkeys,
  agents.mcp_servers, agents.mcp_listings, agents.tool_drifts, agents.action_types, agents.memories, agents.notices,
  audit.events, audit.lanes
  to airlock_web, airlock_auditor;
grant select (id, person_id, client, created_at, last_seen_at, expires_at) on agents.sessions to airlock_web, airlock_auditor;
grant select (id, agent_id, prefix, name, created_by, created_at, expires_at, revoked_at, read_only) on agents.agent_keys
  to airlock_web, airlock_auditor;
grant select (id, person_id, prefix, name, created_at, expires_at, used_at, revoked_at) on agents.author_keys to airlock_web, airlock_auditor;
grant select (invocation_id, sealed_to, raw_digest, sealed_digest, cleaned, cleaned_digest, altered, findings, created_at, raw_deleted_at, raw_deleted_why,
  cleaned_deleted_at, held_at, held_by, hold_reason) on agents.invocation_outputs
  to airlock_web, airlock_auditor;
grant select (person_id, created_at, confirmed_at) on agents.person_totp to airlock_web, airlock_auditor;
grant select (id, person_id, purpose, subject_id, digest, created_at, expires_at, method, proved_at, used_at) on agents.step_ups
  to airlock_web, airlock_auditor;
grant select (id, kind, name, target, audience, sealed_to, news, least_rank, enabled, created_by, created_at, retired_at)
  on agents.notification_channels to airlock_web, airlock_auditor;
grant select (id, name, version, sealed_to, created_by, created_at, retired_at) on agents.secrets to airlock_web, airlock_auditor;
grant select (one, kind, marked_at) on agents.installation to airlock_web, airlock_auditor, airlock_gateway;
grant select on audit.lanes to airlock_checkpointer;

-- A caller may have the server print every plan to it (debug_print_plan, client_min_messages), and what a function works with stands in the plans
-- of its statements as plainly as in its rows: the seed of an authenticator app, the input of a call. So none is printed inside of a door, whatever the
-- session says. Here and not in each file: a function that forgot it would work as well.
do $quiet$
declare
  door regprocedure;
begin
  for door in
    select p.oid from pg_catalog.pg_proc p
    where p.prosecdef and p.pronamespace in ('agents'::regnamespace, 'airlock'::regnamespace, 'audit'::regnamespace)
  loop
    execute format('alter function %s set debug_print_plan = off', door);
  end loop;
end
$quiet$;
