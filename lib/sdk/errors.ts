/** Something the gateway refused, with its code and what to do. `invocation` is there when the call exists. */
export class AirlockError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;
  constructor(code: string, message: string, status: number, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = "AirlockError";
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/** The policy denied the call, or people said no to it. The agent goes on without it; the message is fit for a model. */
export class ToolDenied extends AirlockError {
  readonly tool: string;
  constructor(
    tool: string,
    code: string,
    message: string,
    status: number,
    details: Readonly<Record<string, unknown>> = {},
  ) {
    super(code, message, status, details);
    this.name = "ToolDenied";
    this.tool = tool;
  }
}

/** The call ran and failed, expired, was cancelled, or nobody knows what became of it. Do not repeat it blindly. */
export class CallFailed extends AirlockError {
  readonly id: string;
  readonly outcome: string;
  constructor(id: string, outcome: string, code: string, message: string) {
    super(code, message, 200, { id, status: outcome });
    this.name = "CallFailed";
    this.id = id;
    this.outcome = outcome;
  }
}

const FATAL = new Set(["unreachable", "read_only_key", "agent_frozen", "stopped"]);

/** Of no use to go on after: the key is dead, calls are stopped, the agent is frozen, the gateway is out of reach. */
export function isFatal(error: unknown): boolean {
  if (error instanceof CallFailed) return false;
  if (!(error instanceof AirlockError)) return true;
  // Also where it is on record as a denial: it is not about this call.
  if (FATAL.has(error.code)) return true;
  return !(error instanceof ToolDenied) && (error.status === 401 || error.status >= 500);
}
