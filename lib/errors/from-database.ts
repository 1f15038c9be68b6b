import { codeOfSqlstate, ERRORS } from "./codes.ts";
import { type Refusal, refuse } from "./outcome.ts";

/** What a Postgres driver puts on its errors; read structurally so that any driver and any copy of it will do. */
interface DatabaseError {
  readonly code: string;
  readonly message: string;
  readonly detail?: string;
}

const CONNECTION_LOST = /^(08|57P0[1-3]$)|^(ECONN|CONNECT|CONNECTION_|ENOENT)/;

/**
 * Turns what the database raised into a refusal, or gives `undefined` for what is a bug and must be thrown on.
 * Our functions raise with the sentence for this case as message and, where useful, JSON in the detail.
 */
export function refusalFromDatabase(error: unknown): Refusal | undefined {
  if (!isDatabaseError(error)) return undefined;
  const code = codeOfSqlstate(error.code);
  if (code === "busy") return refuse(code);
  if (code) return refuse(code, error.message || ERRORS[code].sentence, parseDetail(error.detail));
  if (CONNECTION_LOST.test(error.code)) return refuse("database_unavailable");
  return undefined;
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
