import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import { ERRORS } from "#lib/errors/codes.ts";
import type { Refusal } from "#lib/errors/outcome.ts";
import { tellSender } from "#lib/errors/tell-refusal.ts";
import { type AgentView, isOpen } from "../agent-view.ts";

/**
 * What became of a call, in the protocol's words. Only what the agent may know goes in: the cleaned output, or a code and a sentence
 * that a model can act on.
 */
export function callResult(view: AgentView): CallToolResult {
  const _meta = { "airlock/id": view.id, "airlock/status": view.status };
  if (isOpen(view)) return { ...saying(waitingSentence(view)), isError: true, _meta };
  if (view.status === "completed") {
    return { ...outputOf(view), _meta: { ..._meta, ...(view.outputAltered ? { "airlock/outputAltered": true } : {}) } };
  }
  return { ...saying(endSentence(view)), isError: true, _meta };
}

export function refusalResult(refusal: Refusal): CallToolResult {
  const { code, details } = refusal;
  const rest = details && Object.keys(details).length > 0 ? `\n${JSON.stringify(details)}` : "";
  return { ...saying(`${code}: ${tellSender(refusal)}${rest}`), isError: true, _meta: { "airlock/code": code } };
}

/** What `airlock_status` says of a call that goes on: no error, for nothing is wrong. */
export function statusResult(view: AgentView): CallToolResult {
  return isOpen(view) ? { ...callResult(view), isError: false } : callResult(view);
}

export function waitingSentence({ id, status, requiredApprovals, expiresAt }: AgentView): string {
  const people = requiredApprovals > 1 ? `${requiredApprovals} people have` : "A person has";
  const state =
    status === "pending"
      ? `${people} to approve this call${expiresAt === undefined ? "" : `, until ${expiresAt}`}; it has not run.`
      : "The call was let through and has not ended yet.";
  return `${state} Its id is ${id}. Do not ask for it again: call airlock_status with {"id":"${id}"} for the result.`;
}

function endSentence({ id, status, errorCode, reason }: AgentView): string {
  const code = errorCode ?? status;
  const message =
    reason ?? (errorCode ? ERRORS[errorCode].sentence : (SENTENCES[status] ?? "The call did not complete."));
  const said = errorCode && status !== "unknown" ? tellSender({ code: errorCode, message }) : message;
  const unresolved = status === "unknown" ? " Do not repeat it; a person resolves it." : "";
  return `${code}: ${said}${unresolved} (call ${id}, ${status})`;
}

const SENTENCES: Partial<Record<AgentView["status"], string>> = {
  rejected: "A person said no to this call.",
  expired: "Nobody decided in time, or it was not started in time.",
  cancelled: "The call was taken back.",
  unknown: "Nobody knows whether the call took effect.",
};

function saying(text: string): { content: ContentBlock[] } {
  return { content: [{ type: "text", text }] };
}

function outputOf({ output, notice, outputDeletedAt, replayed }: AgentView): CallToolResult {
  const notes = [
    ...(notice === undefined ? [] : [notice]),
    ...(outputDeletedAt === undefined
      ? []
      : [`The output was deleted on ${outputDeletedAt}, as this installation does.`]),
    ...(replayed ? ["This is the result of the earlier call with the same key; nothing ran again."] : []),
  ].map((text) => ({ type: "text" as const, text }));
  const mapped = isEnvelope(output) ? ofServer(output) : ofTool(output);
  return { ...mapped, content: [...mapped.content, ...notes] };
}

function ofTool(output: unknown): CallToolResult {
  if (output === undefined) return { content: [] };
  const text = typeof output === "string" ? output : JSON.stringify(output);
  return { ...saying(text), ...(isObject(output) ? { structuredContent: output } : {}) };
}

/** What every tool of an MCP server returns here (lib/registry/mcp/map-result.ts), after cleaning. */
interface Envelope {
  readonly content: string;
  readonly is_error: boolean;
  readonly metadata: { readonly structured_content?: unknown; readonly resources?: unknown };
}

function isEnvelope(output: unknown): output is Envelope {
  if (!isObject(output) || Object.keys(output).length !== 3) return false;
  return typeof output.content === "string" && typeof output.is_error === "boolean" && isObject(output.metadata);
}

/** Its texts become blocks again. Pictures and sounds stay the word that stands for them: their bytes are for reviewers. */
function ofServer({ content, is_error, metadata }: Envelope): CallToolResult {
  const resources = Array.isArray(metadata.resources) ? metadata.resources.flatMap(resourceBlock) : [];
  const { structured_content: structured } = metadata;
  return {
    content: [{ type: "text", text: content }, ...resources],
    ...(is_error ? { isError: true } : {}),
    ...(isObject(structured) ? { structuredContent: structured } : {}),
  };
}

function resourceBlock(resource: unknown): ContentBlock[] {
  if (!isObject(resource)) return [];
  const { uri, mime_type: mimeType = "text/plain", text } = resource;
  if (typeof uri !== "string" || typeof mimeType !== "string" || typeof text !== "string") return [];
  return [{ type: "resource", resource: { uri, mimeType, text } }];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
