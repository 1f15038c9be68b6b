import { codeOfSqlstate, ERRORS } from "./codes.ts";
import { type Refusal, refuse } from "./outcome.ts";

/** What a Postgres driver puts on its errors; read structurally so that any driver and any copy of it will do. */
interface DatabaseError {
  readonly code: string;
  readonly message: string;
  readonly detail?: string;
  /** The functions it passed through; empty for what failed before any of them began. */
  readonly where?: string;
}

/** The connection is gone, or the server has no room or time for this now: nobody's statement is wrong. */
const UNAVAILABLE = /^(08|53|57P0[1-5]$|57014$|25006$|25P0[34]$)|^(EAGAIN|ECONN|CONNECT|CONNECTION_|ENOENT|EPIPE)/;
/** Two transactions were in each other's way and this one was taken back. */
const COLLISION = /^40(001|P01)$/;
/** A value that its type cannot hold: a NUL in a text, half a surrogate pair or too much depth in JSON, no uuid, no integer. */
const UNREADABLE_VALUE = /^(22|54)/;
const INSIDE_FUNCTION = /\bfunction\b|^SQL statement /m;

/**
 * Turns what the database raised into a refusal, or gives `undefined` for what is a bug and must be thrown on.
 * Our functions raise with the sentence for this case as message and, where useful, JSON in the detail.
 */
export function refusalFromDatabase(error: unknown): Refusal | undefined {
  if (!isDatabaseError(error)) return undefined;
  const own = refusalFromState(error.code, error.message, parseDetail(error.detail));
  if (own) return own;
  if (UNAVAILABLE.test(error.code)) return refuse("database_unavailable");
  if (COLLISION.test(error.code)) return refuse("busy");
  // The same code from inside a function is our own mistake.
  if (UNREADABLE_VALUE.test(error.code) && !INSIDE_FUNCTION.test(error.where ?? "")) return refuse("malformed_request");
  return undefined;
}

/** A refusal of our functions by its state, whether it was raised or came back as a value. */
export function refusalFromState(
  state: string,
  message: string,
  details: Record<string, unknown> | undefined,
): Refusal | undefined {
  const code = codeOfSqlstate(state);
  if (code === "busy") return refuse(code);
  return code && refuse(code, message || ERRORS[code].sentence, details);
}

/** No room or no time: doing it again would take more of what there is too little of. */
const OVERLOADED = /^(53|54|57)/;

/**
 * Whether a statement that failed is known to have done nothing, so that its parts may be tried again. The server says ERROR of
 * what it took back; of a connection that ended nobody knows.
 */
export function isUndone(error: unknown): boolean {
  return isDatabaseError(error) && "severity" in error && error.severity === "ERROR" && !OVERLOADED.test(error.code);
}

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && typeof (error as { code?: unknown }).code === "string";
}

function parseDetail(detail: string | undefined): Record<string, unknown> | undefined {
  if (!detail?.startsWith("{")) return undefined;
  try {
    return JSON.parse(detail) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
