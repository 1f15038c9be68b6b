import type { z } from "zod";
import type { ErrorCode } from "#lib/errors/codes.ts";
import { resourceQuerySchema, toolListQuerySchema, toolQuerySchema } from "#lib/gateway/disclosure/discovery-query.ts";
import * as requests from "#lib/gateway/requests.ts";
import { toolNameSchema } from "#lib/registry/contract.ts";
import * as answers from "./answers.ts";

/** One call of the API, as the document tells it. What is refused is listed by code; its HTTP status follows from the code. */
export interface Operation {
  readonly method: "get" | "post";
  /** Under /api/v1. */
  readonly path: string;
  readonly id: string;
  readonly group: string;
  readonly summary: string;
  readonly description?: string;
  readonly key: "agent" | "author" | "none";
  /** Of the names in the path, in their order. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  readonly query?: z.ZodObject;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: z.ZodType;
  readonly answers: Readonly<
    Record<number, { readonly description: string; readonly schema?: z.ZodType; readonly type?: string }>
  >;
  readonly errors: readonly ErrorCode[];
}

const ALWAYS: readonly ErrorCode[] = ["rate_limited", "busy", "database_unavailable", "internal", "bad_configuration"];
const LOOKING: readonly ErrorCode[] = ["bad_agent_key", ...ALWAYS];
const ACTING: readonly ErrorCode[] = [...LOOKING, "read_only_key"];
const READING: readonly ErrorCode[] = ["malformed_request", "input_too_large"];
/** Why a call or an action is denied; reading a denied one answers the same. */
const DENIALS: readonly ErrorCode[] = [
  "access_refused",
  "path_refused",
  "host_refused",
  "hook_refused",
  "rule_refused",
  "constraint_refused",
  "budget_refused",
  "refused_by_cap",
  "agent_frozen",
  "stopped",
  "tool_not_runnable",
  "tool_drifted",
];
const ASKING: readonly ErrorCode[] = [
  "unknown_tool",
  "invalid_input",
  "idempotency_conflict",
  "idempotency_key_required",
  "stale_payload",
  "cleaned_copy",
];

const CALL_ANSWERS = {
  200: { description: "It has ended.", schema: answers.invocationSchema },
  202: {
    description: "It has not: people decide, or it runs. Ask again after retryAfter seconds.",
    schema: answers.invocationSchema,
  },
};

const uuid = requests.subjectIdSchema;

export const OPERATIONS: readonly Operation[] = [
  {
    ...{ method: "post", path: "/invocations", id: "ask", group: "Calls", key: "agent" },
    summary: "Ask for a call",
    description: "Checks the call against its contract, decides it by the policy, and waits for it if you like.",
    body: requests.askSchema,
    answers: CALL_ANSWERS,
    errors: [...ACTING, ...READING, ...ASKING, ...DENIALS],
  },
  {
    ...{ method: "get", path: "/invocations", id: "list", group: "Calls", key: "agent" },
    summary: "List your own calls",
    description: "Newest first, without their outputs. Follow nextCursor for older ones.",
    query: requests.listQuerySchema,
    answers: { 200: { description: "A page.", schema: answers.pageSchema } },
    errors: [...LOOKING, "malformed_request"],
  },
  {
    ...{ method: "post", path: "/invocations/batch", id: "askBatch", group: "Calls", key: "agent" },
    summary: "Ask for several calls at once",
    description: "Results come in order; one failure never aborts its siblings. Each call counts as a request.",
    body: requests.batchSchema,
    answers: { 200: { description: "One result a call.", schema: answers.batchAnswerSchema } },
    errors: [...ACTING, ...READING],
  },
  {
    ...{ method: "get", path: "/invocations/{id}", id: "read", group: "Calls", key: "agent" },
    summary: "Read a call, or wait for its end",
    description:
      "Of a call that your own runtime runs, reading with a runner takes the lease, and reading again keeps it.",
    params: { id: uuid },
    query: requests.statusQuerySchema,
    answers: CALL_ANSWERS,
    errors: [...LOOKING, "malformed_request", "not_found", ...DENIALS],
  },
  {
    ...{ method: "post", path: "/invocations/{id}/cancel", id: "cancel", group: "Calls", key: "agent" },
    summary: "Take a call back",
    params: { id: uuid },
    answers: CALL_ANSWERS,
    errors: [...ACTING, "not_found", "wrong_state", ...DENIALS],
  },
  {
    ...{ method: "post", path: "/invocations/{id}/complete", id: "complete", group: "Calls", key: "agent" },
    summary: "Report the result of an external call",
    description:
      "With the runner and the fence of your lease. The output is cleaned and kept like any other; read it back from the answer.",
    params: { id: uuid },
    body: requests.resultSchema,
    answers: { 200: { description: "It is on record.", schema: answers.invocationSchema } },
    errors: [...ACTING, ...READING, "not_found", "wrong_state", "lease_lost", "invalid_input"],
  },
  {
    ...{ method: "get", path: "/tools", id: "listTools", group: "Tools", key: "agent" },
    summary: "What you may call",
    description: "In a line each, as many as the session's l1_token_budget holds.",
    query: toolListQuerySchema,
    answers: { 200: { description: "The tools that this agent may use.", schema: answers.toolListSchema } },
    errors: [...LOOKING, "malformed_request"],
  },
  {
    ...{ method: "get", path: "/tools/{name}", id: "loadTool", group: "Tools", key: "agent" },
    summary: "One tool whole",
    description: "In a session it counts as loaded from then on.",
    params: { name: toolNameSchema },
    query: toolQuerySchema,
    answers: { 200: { description: "Its definition, as a model reads it.", schema: answers.loadedToolSchema } },
    errors: [...LOOKING, "malformed_request", "unknown_tool", "disclosure_budget"],
  },
  {
    ...{ method: "get", path: "/tools/{name}/resources/{id}", id: "loadToolResource", group: "Tools", key: "agent" },
    summary: "A text that came with a tool",
    params: { name: toolNameSchema, id: requests.outsideIdSchema },
    query: resourceQuerySchema,
    answers: { 200: { description: "The text.", schema: answers.toolResourceSchema } },
    errors: [...LOOKING, "malformed_request", "unknown_tool", "not_found"],
  },
  {
    ...{ method: "post", path: "/tools", id: "register", group: "Tools", key: "author" },
    summary: "Register a tool",
    description: "With an author key. The version then waits for reviewers.",
    body: requests.registerSchema,
    answers: { 201: { description: "It waits for its reviewers.", schema: answers.registeredSchema } },
    errors: [
      ...ALWAYS,
      ...READING,
      "bad_author_key",
      "not_permitted",
      "invalid_definition",
      "undeclared_capability",
      "not_configured",
      "name_taken",
      "wrong_state",
      "invalid_input",
      "not_found",
    ],
  },
  {
    ...{ method: "get", path: "/manifest", id: "manifest", group: "Tools", key: "agent" },
    summary: "What your tools may touch",
    headers: { "If-None-Match": "The entity tag of the manifest you have." },
    answers: {
      200: { description: "The permission manifest.", schema: answers.manifestAnswerSchema },
      304: { description: "Nothing moved." },
    },
    errors: LOOKING,
  },
  {
    ...{ method: "post", path: "/tasks/{id}/outcome", id: "reportOutcome", group: "Tasks", key: "agent" },
    summary: "Say how a task ended",
    description: "Evidence marked self-reported, never enough alone for a promotion.",
    params: { id: requests.outsideIdSchema },
    body: requests.outcomeSchema,
    answers: { 200: { description: "It is on record.", schema: answers.taskReportSchema } },
    errors: [...ACTING, ...READING, "invalid_input", "idempotency_conflict"],
  },
  {
    ...{ method: "post", path: "/sessions/{id}/end", id: "endSession", group: "Tasks", key: "agent" },
    summary: "End a session",
    description: "Ends the sandboxes that are kept between the calls of an agent or a task.",
    params: { id: requests.outsideIdSchema },
    answers: { 200: { description: "It is over.", schema: answers.endedSessionSchema } },
    errors: [...ACTING, "malformed_request", "invalid_input"],
  },
  {
    ...{ method: "post", path: "/team-runs", id: "askTeamRun", group: "Questions", key: "agent" },
    summary: "Ask whether a team may start",
    body: requests.teamRunSchema,
    answers: questionAnswers(answers.teamRunAnswerSchema),
    errors: [
      ...ACTING,
      ...READING,
      "invalid_input",
      "idempotency_conflict",
      "stopped",
      "agent_frozen",
      "refused_by_cap",
    ],
  },
  {
    ...{ method: "get", path: "/team-runs/{id}", id: "readTeamRun", group: "Questions", key: "agent" },
    summary: "Read the answer to a team run, or wait for it",
    params: { id: uuid },
    query: requests.waitQuerySchema,
    answers: questionAnswers(answers.teamRunAnswerSchema),
    errors: [...LOOKING, "malformed_request", "not_found"],
  },
  {
    ...{ method: "post", path: "/actions", id: "askAction", group: "Questions", key: "agent" },
    summary: "Ask about something you mean to do without a tool",
    description: "The same policy, inbox, events and record as for a call. Nothing is dispatched.",
    body: requests.actionSchema,
    answers: questionAnswers(answers.actionAnswerSchema),
    errors: [...ACTING, ...READING, "invalid_input", "idempotency_conflict", ...DENIALS],
  },
  {
    ...{ method: "get", path: "/actions/{id}", id: "readAction", group: "Questions", key: "agent" },
    summary: "Read the answer to an action, or wait for it",
    params: { id: uuid },
    query: requests.waitQuerySchema,
    answers: questionAnswers(answers.actionAnswerSchema),
    errors: [...LOOKING, "malformed_request", "not_found", ...DENIALS],
  },
  {
    ...{ method: "get", path: "/events", id: "events", group: "Events", key: "agent" },
    summary: "Follow your own events",
    description:
      "Server-sent events. Come back with the id of the last one you dealt with, and nothing is missed and nothing comes twice.",
    query: requests.eventsQuerySchema,
    headers: { "Last-Event-ID": "The id of the last event that you dealt with." },
    answers: {
      200: {
        description: "A stream; each message is an event.",
        schema: answers.eventAnswerSchema,
        type: "text/event-stream",
      },
    },
    errors: [...LOOKING, "malformed_request"],
  },
  {
    ...{ method: "get", path: "/openapi.json", id: "document", group: "About", key: "none" },
    summary: "This document",
    answers: { 200: { description: "OpenAPI 3.1.", schema: answers.documentSchema } },
    errors: [],
  },
];

function questionAnswers(schema: z.ZodType): Operation["answers"] {
  return {
    200: { description: "It is answered.", schema },
    202: { description: "People are asked. Ask again after retryAfter seconds.", schema },
  };
}
