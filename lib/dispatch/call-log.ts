import { plainJson } from "#lib/policy/plain-text.ts";
import type { Sandboxing } from "#lib/sandbox/config/sandboxing.ts";
import type { SandboxResult } from "#lib/sandbox/result.ts";
import type { Claim } from "./claim.ts";
import type { Ending } from "./complete.ts";

/** What of a call goes to the log beside its metadata, and how long a log may hold a call up: as the document says. */
export interface LogShipping {
  readonly enabled: boolean;
  readonly shipRawLogs: boolean;
  readonly maxLogBytes: number;
  readonly collectionTimeoutSeconds: number;
}

export function logShippingOf({ log_shipping }: Pick<Sandboxing, "log_shipping">): LogShipping {
  return {
    enabled: log_shipping.enabled,
    shipRawLogs: log_shipping.ship_raw_logs,
    maxLogBytes: log_shipping.max_log_bytes,
    collectionTimeoutSeconds: log_shipping.collection_timeout_seconds,
  };
}

/** One line about one call, run or refused: sizes, counts and times, and the ids by which it is found elsewhere. */
export function callRecord(
  { id, fence, tool, agent, sessionId, taskId, requestId }: Omit<Claim, "contract" | "input">,
  { status, errorCode, findings, run }: Ending,
  said: Said | null,
  { shipRawLogs, maxLogBytes }: LogShipping,
): Record<string, unknown> {
  return {
    event: "call.ended",
    ...{ invocation: id, fence, tool, agentId: agent.id, sessionId, taskId, requestId },
    ...{ status, ...(errorCode === undefined ? {} : { errorCode }), findings: findings.length },
    ...runRecord(run),
    ...(said ? { stdoutBytes: Buffer.byteLength(said.stdout), stderrBytes: Buffer.byteLength(said.stderr) } : {}),
    ...(said && shipRawLogs
      ? { stdout: headBytes(said.stdout, maxLogBytes), stderr: headBytes(said.stderr, maxLogBytes) }
      : {}),
  };
}

/** What was printed; nothing of a call that printed nowhere, such as one of a remote server. */
export type Said = Pick<SandboxResult, "stdout" | "stderr">;

function runRecord({ plan, usage, network, exitCode }: Ending["run"]) {
  return {
    ...(plan ? { backend: plan.backend } : {}),
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(usage
      ? {
          ...{ start: usage.start, execution_time_ms: usage.wallMs, cpuMs: usage.cpuMs },
          maxMemoryMb: usage.maxMemoryMb,
        }
      : {}),
    ...(network
      ? { connections: network.length, refusedConnections: network.filter(({ allowed }) => !allowed).length }
      : {}),
  };
}

function headBytes(text: string, most: number): string {
  return Buffer.byteLength(text) <= most
    ? text
    : new TextDecoder().decode(Buffer.from(text).subarray(0, most), { stream: true });
}

/** Takes a line; may fail or hang, and then the line is lost, never the call. */
export type LogSink = (line: string) => void | Promise<void>;

export async function shipLog(
  record: Record<string, unknown>,
  sink: LogSink,
  { enabled, collectionTimeoutSeconds }: LogShipping,
): Promise<void> {
  if (!enabled) return;
  const given = (async () => sink(plainJson({ at: new Date().toISOString(), ...record })))().catch(() => {});
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, collectionTimeoutSeconds * 1_000);
  await Promise.race([given, late]);
  clearTimeout(timer);
}
