/** What of the protocol's conformance suite does not apply, and why. docs/mcp.md says the same, and a test compares them. */
const BYTES = "pictures and sounds are for reviewers";
const CLIENT = "a tool has no way to the client";
const NOT_OFFERED = "not offered, and not declared";
const STATELESS = "there are no sessions to take up again";
const HEADERS = "arguments are kept out of headers";

const scenarios: Record<string, readonly string[]> = {
  [BYTES]: ["tools-call-image", "tools-call-audio", "tools-call-mixed-content"],
  [CLIENT]: [
    "tools-call-sampling",
    "tools-call-elicitation",
    "tools-call-with-logging",
    "logging-set-level",
    "elicitation-sep1034-defaults",
    "elicitation-sep1330-enums",
    "input-required-result-basic-elicitation",
    "input-required-result-basic-sampling",
    "input-required-result-basic-list-roots",
    "input-required-result-request-state",
    "input-required-result-multiple-input-requests",
    "input-required-result-multi-round",
    "input-required-result-missing-input-response",
    "input-required-result-non-tool-request",
    "input-required-result-result-type",
    "input-required-result-tampered-state",
    "input-required-result-capability-check",
  ],
  [NOT_OFFERED]: [
    "prompts-list",
    "prompts-get-simple",
    "prompts-get-with-args",
    "prompts-get-embedded-resource",
    "prompts-get-with-image",
    "resources-list",
    "resources-read-text",
    "resources-read-binary",
    "resources-templates-read",
    "resources-subscribe",
    "resources-unsubscribe",
    "sep-2164-resource-not-found",
    "completion-complete",
  ],
  [STATELESS]: ["server-sse-polling", "server-session-lifecycle"],
  [HEADERS]: ["http-custom-header-server-validation"],
};

const checks: Record<string, readonly string[]> = {
  [CLIENT]: ["sep-2575-server-rejects-undeclared-capability", "sep-2575-missing-capability-http-400"],
  [NOT_OFFERED]: [
    "sep-2549-prompts-list-caching-hints",
    "sep-2549-resources-list-caching-hints",
    "sep-2549-resources-templates-list-caching-hints",
  ],
};

function byName(reasons: Record<string, readonly string[]>): ReadonlyMap<string, string> {
  return new Map(Object.entries(reasons).flatMap(([reason, names]) => names.map((name) => [name, reason] as const)));
}

export const NOT_APPLYING = byName(scenarios);
export const CHECKS_NOT_APPLYING = byName(checks);
