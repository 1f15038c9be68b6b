import { registerVersion } from "#db/register-version.ts";
import { contractOf, makeAgent, makePerson, pinTool, type TestTool } from "#db/testing/fixtures.ts";
import { CONFIG_HASH, claimSync, connectServer, listed, mcpContract, reportListing } from "#db/testing/mcp-fixtures.ts";
import { makeBearerKey } from "#lib/keys/bearer-key.ts";
import { POLICY_AS_SHIPPED } from "#lib/policy/document/as-shipped.ts";
import { canonicalJson } from "#lib/registry/canonical-json.ts";
import { nameKeys } from "#lib/registry/names.ts";
import type { FittingValues } from "./hostile-values.ts";
import { clientData, makePasskey, makeStepUp, makeTotp } from "./proof-fixtures.ts";
import type { TestDatabase } from "./test-database.ts";

/**
 * A small workspace in which every door has something to act on, and for each parameter what would fit it. A parameter of a
 * new function that is not named here is given hostile values only, so name it: then the function is tried in earnest.
 */
export async function arrangeFittingValues(database: TestDatabase): Promise<FittingValues> {
  const { admin } = database;
  const gateway = database.as("gateway", 1);
  const dispatcher = database.as("worker", 1);
  const operator = await makePerson(admin, "operator");
  const reviewer = await makePerson(admin, "reviewer");
  const owner = await makePerson(admin, "admin");
  const agent = await makeAgent(admin, owner.id);
  const reader = await pinTool(admin, contractOf());
  const writer = await pinTool(admin, contractOf({ egressClass: "write", safetyClass: "write" }));
  const ask = async ({ name, definitionHash }: TestTool) => {
    const [row] = await gateway<{ id: string }[]>`
      select agents.fn_invoke_tool(${agent.key}, ${name}, '{}', ${definitionHash}, '[]', 'x') ->> 'id' as id`;
    return row?.id ?? "";
  };
  const waiting = await ask(writer);
  const lost = await ask(reader);
  const [worker] = await dispatcher<{ id: string }[]>`select agents.fn_register_worker(null, 'test', '[]') as id`;
  const claim = () => dispatcher`select agents.fn_claim_tool_invocation(${worker?.id ?? ""}, 3600)`;
  await claim();
  await admin`select airlock.end_invocation(${lost}, 'unknown', 'system', 'x', 'lease_lost')`;
  const taken = await ask(reader);
  await claim();
  const [run] = await gateway<{ id: string }[]>`
    select agents.fn_ask_team_run(${agent.key}, 'team', '{}') ->> 'id' as id`;
  const [review] = await admin<{ id: string; digest: string }[]>`
    select id, digest from agents.approvals where subject_id = ${run?.id ?? ""}`;
  const [call] = await admin<{ digest: string }[]>`
    select binding_digest as digest from agents.tool_invocations where id = ${waiting}`;
  const [tool] = await admin<{ id: string }[]>`select id from agents.tools_registry where name = ${reader.name}`;
  const [setting] = await admin<
    { name: string; least: string }[]
  >`select name, least::text from agents.settings limit 1`;
  const server = await connectServer(database.as("web", 1), owner);
  const forwarded = mcpContract(server, "echo");
  const sync = await claimSync(dispatcher, worker?.id ?? "");
  await reportListing(dispatcher, worker?.id ?? "", { serverId: server, fence: sync?.fence ?? 0 }, "root", [
    listed(forwarded),
  ]);
  await database.as("web", 1)`select agents.fn_request_mcp_sync(${owner.session}, ${server})`;
  await claimSync(dispatcher, worker?.id ?? "");
  const author = makeBearerKey("aak");
  await database.as("web", 1)`
    select agents.fn_issue_author_key(${operator.session}, 'test', ${author.prefix}, ${author.secretHash}, 30)`;
  const [key] = await admin<{ id: string }[]>`select id from agents.author_keys limit 1`;
  const { id: undecided } = await registerVersion(admin, contractOf(), null);
  const [view] = await database.as("web", 1)<{ id: string }[]>`
    select agents.fn_save_inbox_view(${operator.session}, 'view', 'tier=high', true) as id`;
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const [writerVersion] = await admin<{ id: string }[]>`
    select pinned_version_id as id from agents.tools_registry where name = ${writer.name}`;
  const [channel] = await database.as("web", 1)<{ id: string }[]>`
    select agents.fn_add_channel(${owner.session}, 'email', 'mail', 'a@example.test', 'target', null, null, '{decided}', 1) as id`;
  const [delivery] = await database.as("web", 1)<{ id: string }[]>`
    select agents.fn_test_channel(${owner.session}, ${channel?.id ?? ""}) as id`;
  const passkey = await makePasskey(admin, operator.id);
  await makeTotp(admin, reviewer.id);
  const proving = await makeStepUp(admin, operator.id, { subject: waiting, digest: call?.digest ?? "" });
  const first = await makeStepUp(admin, owner.id, null);
  const enrolling = await makeStepUp(admin, owner.id, null, "password");
  const [rule] = await database.as("web", 1)<{ rule: string }[]>`
    select agents.fn_make_rule(${operator.session}, ${waiting}, 1, ${call?.digest ?? ""}, 'approve', false, '{"arguments":{}}',
      1, 1, 'x') ->> 'rule' as rule`;
  const bytes = `\\x${"ab".repeat(32)}`;
  return {
    "fn_add_channel.p_kind": ["webhook"],
    "fn_add_channel.p_target": ["hooks.example.test"],
    "fn_author_register_tool.p_contract_text": [canonicalJson(contractOf({ name: "name" }))],
    "fn_author_register_tool.p_key": [author.key],
    "fn_decide_review.p_seen_digest": [review?.digest ?? ""],
    "fn_record_delivery.p_status": ["200", "503", null],
    "fn_begin_step_up.p_digest": [call?.digest ?? ""],
    "fn_begin_step_up.p_subject": [waiting],
    "fn_announce_code.p_code": ["123456"],
    "fn_confirm_totp.p_code": ["123456"],
    "fn_enrol_passkey.p_client_data": [clientData("webauthn.create", enrolling.challenge)],
    "fn_enrol_passkey.p_credential": [bytes],
    "fn_enrol_passkey.p_step_up": [enrolling.id],
    "fn_enrol_totp.p_step_up": [enrolling.id],
    "fn_prove_step_up_passkey.p_client_data": [clientData("webauthn.get", proving.challenge)],
    "fn_prove_step_up_passkey.p_credential": [`\\x${passkey.credential.toString("hex")}`],
    "fn_prove_step_up_passkey.p_step_up": [proving.id],
    "fn_prove_step_up_password.p_step_up": [first.id],
    "fn_prove_step_up_totp.p_code": ["123456"],
    "fn_prove_step_up_totp.p_step_up": [proving.id],
    "fn_revoke_totp.p_person": [reviewer.id],
    "fn_registration_terms.p_key": [author.key],
    p_document: [
      JSON.stringify({ ...POLICY_AS_SHIPPED, checks: [{ name: "one", url: "https://localhost/", timeout_ms: 100 }] }),
    ],
    p_base: ["1"],
    "fn_register_tool.p_contract_text": [canonicalJson(contractOf({ name: "name" }))],
    "fn_register_action_type.p_name": ["custom:act"],
    "fn_report_mcp_failure.p_fence": ["2"],
    "fn_report_mcp_listing.p_fence": ["2"],
    "fn_resolve_unknown_invocation.p_invocation": [lost],
    "fn_revoke_author_key.p_key_id": [key?.id ?? ""],
    "fn_set_setting.p_name": [setting?.name ?? ""],
    "fn_set_setting.p_value": [setting?.least ?? ""],
    "fn_team_run_status.p_run": [run?.id ?? ""],
    p_access_level: ["standard"],
    p_agent: [agent.id],
    p_agents: [`{${agent.id}}`],
    p_asks: [
      JSON.stringify([
        {
          key: agent.key,
          tool: reader.name,
          input: "{}",
          definitionHash: reader.definitionHash,
          checks: [],
          effect: "x",
        },
      ]),
    ],
    p_approval: [review?.id ?? ""],
    p_audience: ["target"],
    p_backends: ["[]"],
    p_body: ["x"],
    p_body_hash: ["x"],
    p_attempt: [first.id],
    p_bundle: [null],
    p_under_way: ["{}", `{${channel?.id ?? ""}}`],
    p_bypass_approval: ["false"],
    p_category: ["all"],
    p_channel: [channel?.id ?? ""],
    p_checks: ["[]"],
    p_cleaned: ["null"],
    p_client: ["x"],
    p_code: ["x"],
    p_config_hash: [CONFIG_HASH],
    p_confirm: ["true"],
    p_cost_estimate: [null, "1"],
    p_days: ["30"],
    p_declared: ['{"safetyClass":"read","egressClass":"none"}'],
    p_decision: ["approve", "reject"],
    p_definition_hash: [reader.definitionHash],
    p_delivery: [delivery?.id ?? ""],
    p_description: ["x"],
    p_disable: ["true"],
    p_draining: ["true"],
    "fn_decide_and_rule.p_effect": ["approve", "deny"],
    "fn_make_rule.p_effect": ["approve", "deny"],
    "fn_pivot_injection.p_freeze": [`{${agent.id}}`, "{}"],
    "fn_preview_rule.p_effect": ["approve", "deny"],
    p_deny: ["true", "false"],
    p_effect: ["x"],
    p_every_agent: ["true", "false"],
    p_hours: ["24"],
    p_max_uses: ["10"],
    p_pattern: ['{"arguments":{}}', '{"anywhere":"text"}'],
    p_rule: [rule?.rule ?? ""],
    p_text: ["text"],
    p_ends: [inAnHour],
    p_email: ["new@example.test"],
    p_enabled: ["true", "false"],
    p_error: [null, "x"],
    p_error_code: [null],
    p_fence: ["1"],
    p_findings: ["[]"],
    p_flaw: ["x"],
    p_found: ['{"upstream":"echo","removed":true}'],
    p_frozen: ["true"],
    p_id: ["0"],
    p_idempotency_key: [null, "k"],
    p_input: ["{}"],
    p_invocation: [waiting, taken],
    p_items: [JSON.stringify([{ id: waiting, revision: 1, digest: call?.digest }])],
    p_kind: ["invocation"],
    p_justification: ["x"],
    p_key: [agent.key],
    p_lease_seconds: ["30"],
    p_least_rank: ["1", "4"],
    p_level: ["restricted", "elevated"],
    p_limit: ["50"],
    p_policy_version: [null],
    p_listing: ['{"serverRoot":"other","tools":[]}'],
    p_memory_kib: ["19456"],
    p_message: ["x"],
    p_name: ["name"],
    p_name_skeleton: [nameKeys("name").skeleton],
    p_name_skeleton_folded: [nameKeys("name").folded],
    p_news: ["{approval_required,expired}"],
    p_note: ["x"],
    p_outcome: ["completed", "failed"],
    p_owner: [owner.id],
    p_parallelism: ["1"],
    p_part_hashes: ["{}"],
    p_passes: ["2"],
    p_passkey: [passkey.id],
    p_people: ["1"],
    p_receipt: [null],
    p_step_up: [null],
    p_person: [operator.id],
    p_plan: ["{}"],
    p_policy: ["{}"],
    p_prefix: ["abcdefgh"],
    p_proof: [bytes],
    p_proof_hash: [bytes],
    p_public_key: [bytes],
    p_query: ["tier=high"],
    p_raw_digest: ["ab".repeat(32)],
    p_altered: ["true", "false"],
    p_hold: ["true", "false"],
    p_reason: ["x"],
    p_revision: ["1"],
    p_role: ["operator", "admin"],
    p_roster: [JSON.stringify([{ person: operator.id, step: 1 }])],
    p_run: ["{}"],
    p_salt: [bytes],
    p_scope: ["global", "agent"],
    p_sealed: [`\\x${"ab".repeat(64)}`],
    p_sealed_to: ["0123456789abcdef"],
    p_secret_hash: [bytes],
    p_seen_digest: [call?.digest ?? ""],
    p_sent: ["true", "false"],
    p_serve_while_drifted: ["true"],
    p_server: [server],
    p_server_root: ["root"],
    p_session: [operator.session, reviewer.session, owner.session],
    p_session_id: [null, "s"],
    p_sign_count: ["0"],
    p_shared: ["true"],
    p_source: ["sdk"],
    p_starts: [new Date().toISOString()],
    p_status: ["completed", "failed"],
    p_subject: [waiting],
    p_target: [null, agent.id],
    p_to: [reviewer.id],
    p_token: ["t".repeat(43)],
    p_tool: [reader.name],
    p_tool_id: [tool?.id ?? ""],
    p_tool_version: [writerVersion?.id ?? ""],
    p_tools: [JSON.stringify([listed(forwarded)])],
    p_transports: ["{internal}"],
    p_transport: ['{"kind":"stdio","argv":["node"]}'],
    p_until: [inAnHour],
    p_txid: ["0"],
    p_version: [undecided],
    p_state: ["{}"],
    p_view: [view?.id ?? ""],
    p_worker: [worker?.id ?? ""],
  };
}
