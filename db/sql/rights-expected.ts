/**
 * Who may do what, written down a second time: `grants.sql` gives rights, this page says which ones there should be, and
 * rights-matrix.test.ts tries every statement as every role. A new table or function of `agents` or `audit` needs a line here,
 * or the test fails. What a page does not say is forbidden: no role writes any table but the housekeeper its own queue.
 */

/** The six logins; the service role, which nobody logs in as; and a login without any grant, as a control. */
export const MATRIX_ROLES = [
  "web",
  "gateway",
  "worker",
  "auditor",
  "checkpointer",
  "housekeeper",
  "service",
  "stranger",
] as const;
export type MatrixRole = (typeof MATRIX_ROLES)[number];

/** Whole table, or these columns of it. */
export type Reading = "whole" | readonly string[];

/** Who may look things up in a schema at all. `graphile_worker` belongs to the housekeeper; `airlock` is nobody's. */
export const SCHEMA_USERS: Readonly<Record<string, readonly MatrixRole[]>> = {
  agents: ["web", "gateway", "worker", "auditor", "housekeeper", "service"],
  audit: ["web", "auditor", "checkpointer"],
  airlock: [],
  graphile_worker: ["housekeeper"],
  public: [],
};

const PAGES_AND_AUDITORS = { web: "whole", auditor: "whole" } as const;
const NOBODY = {};

function partOf(...columns: readonly string[]) {
  return { web: columns, auditor: columns };
}

/** One line a table. */
export const TABLE_READERS: Readonly<Record<string, Partial<Record<MatrixRole, Reading>>>> = {
  "agents.access_levels": PAGES_AND_AUDITORS,
  "agents.agent_keys": partOf(
    "id",
    "agent_id",
    "prefix",
    "name",
    "created_by",
    "created_at",
    "expires_at",
    "revoked_at",
  ),
  "agents.agent_key_uses": PAGES_AND_AUDITORS,
  "agents.agent_trust": PAGES_AND_AUDITORS,
  "agents.agents": PAGES_AND_AUDITORS,
  "agents.approval_votes": PAGES_AND_AUDITORS,
  "agents.approvals": PAGES_AND_AUDITORS,
  "agents.author_keys": partOf(
    "id",
    "person_id",
    "prefix",
    "name",
    "created_at",
    "expires_at",
    "used_at",
    "revoked_at",
  ),
  "agents.code_bundles": NOBODY,
  "agents.events": PAGES_AND_AUDITORS,
  "agents.installation": { ...partOf("one", "kind", "marked_at"), gateway: ["one", "kind", "marked_at"] },
  "agents.invocation_arrows": PAGES_AND_AUDITORS,
  "agents.invocation_inputs": PAGES_AND_AUDITORS,
  "agents.invocation_outputs": partOf(
    "invocation_id",
    "raw_digest",
    "cleaned",
    "cleaned_digest",
    "findings",
    "created_at",
  ),
  "agents.invocation_runs": PAGES_AND_AUDITORS,
  "agents.kill_switches": PAGES_AND_AUDITORS,
  "agents.people": PAGES_AND_AUDITORS,
  "agents.person_credentials": NOBODY,
  "agents.policy_versions": PAGES_AND_AUDITORS,
  "agents.profile_overrides": PAGES_AND_AUDITORS,
  "agents.profiles": PAGES_AND_AUDITORS,
  "agents.raw_readings": PAGES_AND_AUDITORS,
  "agents.secrets": partOf("id", "name", "version", "sealed_to", "created_by", "created_at", "retired_at"),
  "agents.sessions": partOf("id", "person_id", "client", "created_at", "last_seen_at", "expires_at"),
  "agents.settings": PAGES_AND_AUDITORS,
  "agents.setup_links": NOBODY,
  "agents.sign_in_attempts": NOBODY,
  "agents.standing_rules": PAGES_AND_AUDITORS,
  "agents.team_runs": PAGES_AND_AUDITORS,
  "agents.tool_invocations": PAGES_AND_AUDITORS,
  "agents.tool_versions": PAGES_AND_AUDITORS,
  "agents.tools_registry": PAGES_AND_AUDITORS,
  "agents.trust_changes": PAGES_AND_AUDITORS,
  "agents.action_types": PAGES_AND_AUDITORS,
  "agents.mcp_listings": PAGES_AND_AUDITORS,
  "agents.mcp_servers": PAGES_AND_AUDITORS,
  "agents.tool_drifts": PAGES_AND_AUDITORS,
  "agents.workers": PAGES_AND_AUDITORS,
  "audit.events": PAGES_AND_AUDITORS,
  "audit.lanes": { ...PAGES_AND_AUDITORS, checkpointer: "whole" },
};

/** One line a function; those of `airlock` are nobody's and need none. */
export const FUNCTION_CALLERS: Readonly<Record<string, readonly MatrixRole[]>> = {
  // decides and configures
  "agents.fn_approve_tool_invocation": ["web"],
  "agents.fn_ask_raw_output": ["web"],
  "agents.fn_begin_sign_in": ["web"],
  "agents.fn_confirm_role": ["web"],
  "agents.fn_create_agent": ["web"],
  "agents.fn_decide_review": ["web"],
  "agents.fn_edit_tool_invocation": ["web"],
  "agents.fn_freeze_agent": ["web"],
  "agents.fn_invite_person": ["web"],
  "agents.fn_issue_agent_key": ["web"],
  "agents.fn_lower_role": ["web"],
  "agents.fn_propose_role": ["web"],
  "agents.fn_put_secret": ["web"],
  "agents.fn_read_raw_output": ["web"],
  "agents.fn_register_tool": ["web"],
  "agents.fn_reject_tool_invocation": ["web"],
  "agents.fn_release_kill_switch": ["web"],
  "agents.fn_resolve_unknown_invocation": ["web"],
  "agents.fn_retire_secret": ["web"],
  "agents.fn_revoke_agent_key": ["web"],
  "agents.fn_session": ["web"],
  "agents.fn_set_setting": ["web"],
  "agents.fn_set_trust": ["web"],
  "agents.fn_set_up": ["web"],
  "agents.fn_setup_link": ["web"],
  "agents.fn_sign_in": ["web"],
  "agents.fn_sign_in_challenge": ["web"],
  "agents.fn_sign_out": ["web"],
  "agents.fn_drain_worker": ["web"],
  "agents.fn_throw_kill_switch": ["web"],
  "agents.fn_ask_version_review": ["web"],
  "agents.fn_connect_mcp_server": ["web"],
  "agents.fn_import_mcp_tools": ["web"],
  "agents.fn_issue_author_key": ["web"],
  "agents.fn_quarantine_tool": ["web"],
  "agents.fn_register_action_type": ["web"],
  "agents.fn_rehearse_call": ["web"],
  "agents.fn_request_mcp_sync": ["web"],
  "agents.fn_retire_mcp_server": ["web"],
  "agents.fn_retire_tool": ["web"],
  "agents.fn_revoke_author_key": ["web"],
  "agents.fn_set_serving": ["web"],
  // asks
  "agents.fn_ask_team_run": ["gateway"],
  "agents.fn_author_register_tool": ["gateway"],
  "agents.fn_cancel_tool_invocation": ["gateway"],
  "agents.fn_events_after": ["gateway"],
  "agents.fn_invocation_status": ["gateway"],
  "agents.fn_invoke_tool": ["gateway", "service"],
  "agents.fn_invoke_tools": ["gateway"],
  "agents.fn_registration_terms": ["gateway"],
  "agents.fn_team_run_status": ["gateway"],
  "agents.fn_tool_for_agent": ["gateway", "service"],
  "agents.fn_tools_of_agent": ["gateway"],
  // runs
  "agents.fn_claim_mcp_sync": ["worker"],
  "agents.fn_mcp_server_for_call": ["worker"],
  "agents.fn_secrets_for_call": ["worker"],
  "agents.fn_report_drift": ["worker"],
  "agents.fn_report_mcp_failure": ["worker"],
  "agents.fn_report_mcp_listing": ["worker"],
  "agents.fn_request_mcp_sync_of": ["worker"],
  "agents.fn_claim_tool_invocation": ["worker"],
  "agents.fn_code_bundle": ["worker"],
  "agents.fn_complete_tool_invocation": ["worker"],
  "agents.fn_heartbeat": ["worker"],
  "agents.fn_reclaim_lost_invocation": ["worker"],
  "agents.fn_register_worker": ["worker"],
  "agents.fn_stop_worker": ["worker"],
  // sweeps
  "agents.fn_end_stale_transactions": ["housekeeper"],
  "agents.fn_sweep": ["housekeeper"],
  // writes the log: called by other functions only
  "audit.append": [],
  "audit.append_all": [],
  "audit.guard_lane": [],
  "audit.hash_of": [],
  "audit.lane_of": [],
  "audit.refuse_change": [],
};
