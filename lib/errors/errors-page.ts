import { ERRORS, type ErrorCode } from "./codes.ts";

/** Where each section of the page begins: the groups of `codes.ts`, by the first code of each. */
const SECTIONS: ReadonlyMap<string, string> = new Map<ErrorCode, string>([
  ["bad_session", "Who is asking"],
  ["already_voted", "Deciding, in the dashboard"],
  ["unknown_tool", "Asking for a call"],
  ["invalid_definition", "Registering a tool"],
  ["policy_invalid", "Writing a policy"],
  ["wrong_state", "The life of a call"],
  ["no_sandbox", "Running"],
  ["output_deleted", "What is kept of an output"],
  ["tool_drifted", "Tools of MCP servers, memories, notices, credentials"],
  ["bad_configuration", "Airlock itself"],
]);

/** The text of `docs/errors.md`: the table of refusals, for those who write clients. */
export function renderErrorsPage(): string {
  const rows = Object.entries(ERRORS).flatMap(([code, { status, sentence, todo }]) => [
    ...headOf(code),
    `| \`${code}\` | ${status} | ${sentence} | ${todo} |`,
  ]);
  return [
    "# Error codes",
    "",
    "A code keeps its meaning; the message says what about this case, in the place of the table's sentence. The same codes stand in three places:",
    "",
    '- **A refused request** is answered with the HTTP status of the table and `{"error": {"code", "message", "details"}}`.',
    "  The message ends with what to do.",
    "- **A call that was taken and did not succeed** is answered with 200 and a `status`; the code is its `errorCode`",
    "  ([API](api.md#ask-for-a-call)), and its `reason` says what happened; what to do stands here. The status of the table then only says",
    "  what kind of thing went wrong.",
    "- **The command line and MCP** say what happened and what to do; over MCP the text begins with the code, or the call's status where it has",
    "  none. **Pages** say what to do where it holds for a person: not where the message already says what was wrong in this case.",
    "",
    "| what a client does | with |",
    "|---|---|",
    "| sends the same request again, with the same `idempotencyKey`, after `Retry-After` or a growing pause | `rate_limited`, `busy`, `database_unavailable`, no answer at all, and 502 or 504 as the status of the answer itself |",
    "| stops: the key, the agent or all calls are stopped | 401, `read_only_key`, `agent_frozen`, `stopped` |",
    "| goes on without it, and gives the message to the model | every other refusal |",
    "| never repeats it by itself: it may have had its effect | a call whose `status` is `unknown`, or that failed with `sandbox_ended`, `tool_timed_out`, `tool_failed`, `output_invalid`, `output_too_large`, `output_blocked` or `cleaning_failed` |",
    "",
    "`airlock/sdk` does the first by itself, and its `isFatal(error)` tells the second ([SDK](sdk.md#when-it-is-denied)).",
    "Made from `lib/errors/codes.ts` by `npm run check -- --write`.",
    ...rows,
    "",
  ].join("\n");
}

function headOf(code: string): string[] {
  const title = SECTIONS.get(code);
  if (title === undefined) return [];
  return ["", `## ${title}`, "", "| code | HTTP | what happened | what to do |", "|---|---|---|---|"];
}
