/**
 * A refusal in one text, for whoever reads it. The table's advice is written for those who send requests: a person in the dashboard
 * cannot send other JSON or read 'details', and may not be who "the agent" is. Only doors join the two, each once; what is
 * kept, or quoted in another sentence, is the bare message.
 */
import { ERRORS, type ErrorCode } from "./codes.ts";
import type { Refusal } from "./outcome.ts";

type Said = Pick<Refusal, "code" | "message">;

/** For an agent, a client or the command line: what happened, then what to do. */
export function tellSender({ code, message }: Said): string {
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return `${sentence} ${ERRORS[code].todo}`;
}

/** Advice that helps a person whatever the case was. Of the other codes each case says for itself what can be done. */
const HELPS_IN_EACH_CASE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "bad_session",
  "too_many_attempts",
  "not_permitted",
  "setup_link_used",
  "already_voted",
  "already_decided",
  "tool_not_runnable",
  "not_bulk",
  "output_deleted",
  "output_changed",
  "name_taken",
]);

/** For a person at the dashboard: the advice only where nothing more precise was said, or where it holds in each case. */
export function tellPerson({ code, message }: Said): string {
  const isGeneral = message === ERRORS[code].sentence;
  return isGeneral || HELPS_IN_EACH_CASE.has(code) ? tellSender({ code, message }) : message;
}
