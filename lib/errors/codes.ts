/**
 * The one table of refusals. SQL raises the SQLSTATE, HTTP answers with the status, doors tell the sentence and what to do, each to
 * whom it helps (tell-refusal.ts); the documentation is made from it. A code, once published, keeps its meaning.
 */
interface ErrorDefinition {
  readonly status: number;
  /** What SQL raises for it; absent where only the application can refuse this way. */
  readonly sqlstate?: string;
  readonly sentence: string;
  readonly todo: string;
}

export const ERRORS = {
  // who is asking
  bad_session: {
    status: 401,
    sqlstate: "AL001",
    sentence: "You are not signed in, or your session has ended.",
    todo: "Sign in again.",
  },
  bad_credentials: {
    status: 401,
    sqlstate: "AL002",
    sentence: "E-mail and password do not match.",
    todo: "Check both; after five tries the account waits fifteen minutes.",
  },
  too_many_attempts: {
    status: 429,
    sqlstate: "AL003",
    sentence: "Too many attempts.",
    todo: "Wait a minute and try again; after five wrong passwords, or ten wrong codes, wait fifteen.",
  },
  read_only_key: {
    status: 403,
    sqlstate: "AL060",
    sentence: "This key is read-only.",
    todo: "Use a key that may make calls; an admin issues one on the agent's page.",
  },
  bad_agent_key: {
    status: 401,
    sqlstate: "AL004",
    sentence: "The agent key is missing, malformed, expired or revoked.",
    todo: "Send a live key as 'Authorization: Bearer alk_…'; an admin can issue one on the agent's page.",
  },
  not_permitted: {
    status: 403,
    sqlstate: "AL005",
    sentence: "Your role does not allow this.",
    todo: "Ask someone whose role does; the roles are listed under Settings.",
  },
  self_approval: {
    status: 403,
    sqlstate: "AL006",
    sentence: "You cannot vote here: you asked for it, own the agent, or edited the input.",
    todo: "Leave the decision to another person.",
  },
  bad_origin: {
    status: 403,
    sentence: "The request did not come from this dashboard.",
    todo: "Open the dashboard at its own address and try again.",
  },
  setup_link_used: {
    status: 410,
    sqlstate: "AL007",
    sentence: "This link was used or has expired.",
    todo: "Ask an admin for a new link; for the very first admin run 'npm run up' again.",
  },

  bad_author_key: {
    status: 401,
    sqlstate: "AL008",
    sentence: "The author key is missing, malformed, expired or revoked.",
    todo: "Send a live key as 'Authorization: Bearer aak_…'; you can make one under Settings.",
  },

  // deciding
  already_voted: {
    status: 409,
    sqlstate: "AL010",
    sentence: "You have already voted on this revision.",
    todo: "Leave the second vote to another person.",
  },
  already_decided: {
    status: 409,
    sqlstate: "AL011",
    sentence: "This was decided already.",
    todo: "Look at its page for who decided and when.",
  },
  stale_payload: {
    status: 409,
    sqlstate: "AL012",
    sentence: "What you saw is no longer what would run.",
    todo: "Look at the current revision, then decide.",
  },
  approval_expired: {
    status: 409,
    sqlstate: "AL013",
    sentence: "The time to decide has passed; it was not run.",
    todo: "The agent may ask again.",
  },
  reason_required: {
    status: 422,
    sqlstate: "AL014",
    sentence: "A reason is required.",
    todo: "Say why, in a few words; it stays on record.",
  },
  busy: {
    status: 409,
    sqlstate: "55P03",
    sentence: "Someone else is deciding this at this moment.",
    todo: "Try again in a second.",
  },

  // asking
  unknown_tool: {
    status: 404,
    sqlstate: "AL020",
    sentence: "There is no such tool.",
    todo: "GET /api/v1/tools lists what this agent may call.",
  },
  tool_not_runnable: {
    status: 409,
    sqlstate: "AL021",
    sentence: "This tool has no version that may run: it is unreviewed, changed, quarantined or retired.",
    todo: "A reviewer has to approve a version in the Registry.",
  },
  agent_frozen: {
    status: 403,
    sqlstate: "AL022",
    sentence: "This agent is frozen.",
    todo: "A reviewer or admin can unfreeze it on its page.",
  },
  stopped: {
    status: 503,
    sqlstate: "AL023",
    sentence: "Calls are stopped by the kill switch.",
    todo: "Wait until an operator releases it.",
  },
  idempotency_conflict: {
    status: 409,
    sqlstate: "AL024",
    sentence: "This idempotency key was used with another tool or input.",
    todo: "Use a new key for a new call.",
  },
  idempotency_key_required: {
    status: 400,
    sqlstate: "AL025",
    sentence: "This tool requires an idempotency key.",
    todo: "Send 'idempotencyKey', one for each intended effect.",
  },
  invalid_input: {
    status: 422,
    sqlstate: "AL026",
    sentence: "The input does not fit the tool's schema.",
    todo: "Correct the fields named in 'details'.",
  },
  input_too_large: {
    status: 413,
    sqlstate: "AL027",
    sentence: "The input is too large.",
    todo: "Send at most 256 KiB of canonical JSON.",
  },
  cleaned_copy: {
    status: 422,
    sentence:
      "The input holds a mark (⟦…⟧) that stands where something was removed from an output; writing it would destroy the original.",
    todo: "Leave that part as it is (edit around it), read the original again, or ask a person for it. Never write the mark.",
  },
  path_refused: {
    status: 403,
    sentence: "A path argument lies outside what this tool and agent may touch.",
    todo: "Use a path under the roots named in 'details'.",
  },
  host_refused: {
    status: 403,
    sentence: "A host argument is not on this tool's allowlist for this agent.",
    todo: "Ask an admin to list the host and port, or use a listed one.",
  },
  access_refused: {
    status: 403,
    sentence: "This agent's access level does not include tools of this category.",
    todo: "An admin can raise the level or allow the tool by name.",
  },
  constraint_refused: {
    status: 403,
    sentence: "A constraint of the tool, or of the agent's profile, does not allow this call now.",
    todo: "The message says what has to happen first, or that it may not be called again in this session or task.",
  },
  budget_refused: {
    status: 429,
    sentence: "This agent has spent what its policy gives it for such calls.",
    todo: "Wait until the minute, hour or day that the message names has passed, then ask again.",
  },
  hook_refused: {
    status: 403,
    sentence: "A check that this installation runs before such calls refused it.",
    todo: "The message says why; whoever runs that check can say more.",
  },
  not_found: {
    status: 404,
    sqlstate: "AL028",
    sentence: "There is nothing here under that id.",
    todo: "Check the id; an agent's key sees only that agent's calls.",
  },
  malformed_request: {
    status: 400,
    sentence: "The request could not be read.",
    todo: "Send JSON as the reference describes.",
  },
  disclosure_budget: {
    status: 409,
    sentence: "The tool's definition does not fit what this session may have loaded.",
    todo: "Name in 'unload' what the session can do without, or choose a larger l2_token_budget.",
  },
  rate_limited: { status: 429, sentence: "Too many requests.", todo: "Wait as long as 'Retry-After' says." },

  // registering a tool
  invalid_definition: {
    status: 422,
    sentence: "The tool's definition is not usable.",
    todo: "Correct what 'details' names and register it again.",
  },
  invalid_manifest: {
    status: 422,
    sentence: "The permission manifest is not usable.",
    todo: "Make it again with 'airlock manifest'.",
  },
  name_taken: {
    status: 409,
    sentence: "The name is taken by, or looks like, that of another tool.",
    todo: "Choose a name that cannot be mistaken for another.",
  },
  undeclared_capability: {
    status: 422,
    sentence: "The tool's code uses more than its policy declares.",
    todo: "Declare it in the policy, or remove it from the code, at the lines that 'details' names.",
  },
  not_configured: {
    status: 422,
    sentence: "This installation lacks what the tool needs to work.",
    todo: "Have an admin store what 'details' names, then register it again.",
  },

  // writing a policy
  policy_invalid: {
    status: 422,
    sqlstate: "AL043",
    sentence: "The policy cannot be put in force as it is written; no part of it was applied.",
    todo: "Correct the lines that 'details' names and propose it again.",
  },

  // the life of a call
  wrong_state: {
    status: 409,
    sqlstate: "AL030",
    sentence: "The call is no longer in a state that allows this.",
    todo: "Read its current state first.",
  },
  illegal_transition: {
    status: 409,
    sqlstate: "AL031",
    sentence: "An invocation cannot move that way.",
    todo: "Read the call's current state; this step does not follow from it.",
  },
  immutable_field: {
    status: 409,
    sqlstate: "AL032",
    sentence: "This part of a record never changes.",
    todo: "Make a new one.",
  },
  execution_expired: {
    status: 409,
    sentence: "It was released but no dispatcher started it in time; it was not run.",
    todo: "Ask again; if it persists, see on the Overview whether a dispatcher is alive.",
  },
  lease_lost: {
    status: 409,
    sqlstate: "AL033",
    sentence: "This dispatcher no longer holds the call.",
    todo: "Drop the result; the record says who holds it.",
  },
  binding_broken: {
    status: 409,
    sqlstate: "AL034",
    sentence: "What was approved is not what would run.",
    todo: "It goes back to the inbox for a new decision.",
  },
  approval_required: {
    status: 403,
    sqlstate: "AL035",
    sentence: "This cannot run without the approvals it needs.",
    todo: "Wait for the people who may vote.",
  },

  too_quick: {
    status: 409,
    sqlstate: "AL037",
    sentence: "This was on your screen for less time than it takes to read.",
    todo: "Read it, then approve it.",
  },
  step_up_required: {
    status: 403,
    sqlstate: "AL038",
    sentence: "Confirm that it is you before approving this.",
    todo: "Confirm with your passkey, or for financial calls with a code; both are set up under Settings.",
  },
  step_up_failed: {
    status: 403,
    sqlstate: "AL039",
    sentence: "The confirmation failed.",
    todo: "Try again; after five wrong codes you have to start over.",
  },
  rule_refused: {
    status: 403,
    sentence: "A standing rule refuses calls like this one.",
    todo: "Ask for something else; an operator can see and revoke the rule under Approvals.",
  },
  refused_by_cap: {
    status: 429,
    sqlstate: "AL042",
    sentence: "This agent has as many open requests as people can look at.",
    todo: "Wait until some of them are decided, then ask again.",
  },
  drill: {
    status: 409,
    sentence: "This was a drill: a decoy that tests whether people look. Nothing could have run.",
    todo: "Nothing; the next card is a real one again.",
  },
  quorum_unreachable: {
    status: 422,
    sqlstate: "AL040",
    sentence: "There are fewer people who may vote than this asks for.",
    todo: "Invite more operators or reviewers first, or ask for fewer people.",
  },
  not_bulk: {
    status: 422,
    sqlstate: "AL041",
    sentence: "These cannot be approved together.",
    todo: "Approve them one by one. At most 25 can be approved together: same tool and agent, tier low or medium, no findings, no value that has to be opened.",
  },

  undone: {
    status: 409,
    sentence: "A person took the approval back before it ran.",
    todo: "Read the reason; ask again only if it still makes sense.",
  },
  edit_refused: {
    status: 422,
    sqlstate: "AL036",
    sentence: "The edited input would be denied.",
    todo: "Change what the message names, or reject the call.",
  },

  // running
  no_sandbox: {
    status: 503,
    sentence: "No sandbox on this machine can hold this call, so it was not run.",
    todo: "Run 'npm run -s airlock -- doctor' on the dispatcher's machine; where that finds nothing, restart the dispatcher.",
  },
  limit_unenforceable: {
    status: 503,
    sentence: "A hard limit of this tool cannot be enforced on this machine, so it was not run.",
    todo: "Run the dispatcher where cgroups are available, or make the limit soft.",
  },
  sandbox_ended: {
    status: 502,
    sentence: "The sandbox was ended while the call ran; the call may already have taken effect.",
    todo: "Check whether it did before you ask again. In a sandbox that calls share, one call can end it for the others.",
  },
  tool_failed: { status: 502, sentence: "The tool ended with an error.", todo: "The cleaned error is in the result." },
  tool_timed_out: {
    status: 504,
    sentence: "The tool ran past its time limit and was killed.",
    todo: "Ask for less, or have the limit raised.",
  },
  output_invalid: {
    status: 502,
    sentence: "The tool's output does not fit its schema, so it was withheld.",
    todo: "The author has to mend the tool.",
  },
  output_too_large: {
    status: 502,
    sentence: "The tool's output passed its limit and was cut off.",
    todo: "Ask for less.",
  },
  cleaning_failed: {
    status: 502,
    sentence: "The output could not be cleaned, so it was withheld.",
    todo: "A reviewer can look at the raw output of a call.",
  },

  output_blocked: {
    status: 502,
    sentence: "The tool ran, but its output holds something that the policy does not let through, so it was withheld.",
    todo: "Do not ask again for the same: it would come back the same. A reviewer can read it on the call's page.",
  },

  // what is kept of an output
  output_deleted: {
    status: 410,
    sqlstate: "AL050",
    sentence: "This output was deleted.",
    todo: "Its digests and findings stay, and the log says who or what deleted it.",
  },
  output_held: {
    status: 409,
    sqlstate: "AL051",
    sentence: "This output is held: nothing of it is deleted.",
    todo: "An admin can take the hold away on the call's page.",
  },
  output_changed: {
    status: 409,
    sentence: "What is kept is not what the log says was kept: it was changed in the database.",
    todo: "Treat it as an incident. Compare with a backup, and look who can write to the database past its functions.",
  },
  output_key_missing: {
    status: 503,
    sentence: "The dashboard has no key that opens this output.",
    todo: "Give the dashboard the key with the id in the message (AIRLOCK_OUTPUTS_KEY); without that key it cannot be read again.",
  },

  // a tool of an MCP server
  tool_drifted: {
    status: 409,
    sentence: "The server no longer offers this tool as it was approved, so it was not called.",
    todo: "A reviewer has to look at the change in the Registry.",
  },
  mcp_sse_refused: {
    status: 422,
    sentence: "The old HTTP+SSE transport is not supported.",
    todo: "Use the server's Streamable HTTP endpoint, or run it over stdio.",
  },
  mcp_server_unreachable: {
    status: 502,
    sentence: "The MCP server could not be reached.",
    todo: "Look at the server's page for what was tried, and at its policy for the hosts it may use.",
  },
  mcp_server_failed: {
    status: 502,
    sentence: "The MCP server ended, or said something that cannot be understood.",
    todo: "Whoever runs the server has to mend it; its page shows the last words.",
  },
  mcp_listing_refused: {
    status: 422,
    sentence: "The server's list of tools is larger than what is accepted, or cannot be read as one list.",
    todo: "Split the server, or have its author shorten the list; no tool was imported from it.",
  },
  memory_full: {
    status: 409,
    sqlstate: "AL070",
    sentence: "The agent has as many memories as it may have.",
    todo: "Store under a key to replace one, or have a reviewer remove what is no longer needed.",
  },
  notices_full: {
    status: 409,
    sqlstate: "AL071",
    sentence: "Too many notices of this agent are still open.",
    todo: "Wait until people have dismissed some, and say less at a time.",
  },
  secret_unavailable: {
    status: 503,
    sentence: "A credential that the call needs is not stored, or this dispatcher cannot open it.",
    todo: "An admin stores it under Settings, sealed to the dispatchers' key; 'airlock doctor' says which key that is.",
  },

  // ourselves
  bad_configuration: {
    status: 500,
    sentence: "The configuration is not usable.",
    todo: "Correct what is named, in the variables (.env.example) or in the document; docs/operations.md explains both.",
  },
  database_unavailable: {
    status: 503,
    sentence: "The database does not answer.",
    todo: "Try again in a moment; look whether it was done before you repeat it.",
  },
  internal: {
    status: 500,
    sentence: "Something failed on our side; it was logged.",
    todo: "Try again; if it persists, tell whoever runs this when it happened, so that they find it in the log.",
  },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof ERRORS;

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERRORS, text);
}

const CODE_BY_SQLSTATE = new Map<string, ErrorCode>(
  (Object.entries(ERRORS) as [ErrorCode, ErrorDefinition][]).flatMap(([code, { sqlstate }]) =>
    sqlstate ? [[sqlstate, code] as const] : [],
  ),
);

/** The code that a SQLSTATE stands for, or nothing when it is not one of ours. */
export function codeOfSqlstate(sqlstate: string): ErrorCode | undefined {
  return CODE_BY_SQLSTATE.get(sqlstate);
}
