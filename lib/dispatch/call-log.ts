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

/** One line about one run: sizes, counts and times, and the ids by which it is found elsewhere. */
export function callRecord(
  { id, fence, tool, agent, sessionId, taskId, requestId }: Omit<Claim, "contract" | "input">,
  { status, errorCode, findings }: Ending,
  result: SandboxResult | null,
  { shipRawLogs, maxLogBytes }: LogShipping,
): Record<string, unknown> {
  return {
    event: "call.ended",
    ...{ invocation: id, fence, tool, agentId: agent.id, sessionId, taskId, requestId },
    ...{ status, ...(errorCode === undefined ? {} : { errorCode }), findings: findings.length },
    ...(result ? runRecord(result) : {}),
    ...(result && shipRawLogs
      ? { stdout: headBytes(result.stdout, maxLogBytes), stderr: headBytes(result.stderr, maxLogBytes) }
      : {}),
  };
}

function runRecord({
  backend,
  start,
  exitCode,
  signal,
  stopped,
  truncated,
  usage,
  network,
  stdout,
  stderr,
}: SandboxResult) {
  return {
    ...{ backend, start, exitCode, signal, stopped, truncated },
    execution_time_ms: usage.wallMs,
    ...{ cpuMs: usage.cpuMs, maxMemoryMb: usage.maxMemoryMb },
    ...{ stdoutBytes: Buffer.byteLength(stdout), stderrBytes: Buffer.byteLength(stderr) },
    connections: network.length,
    refusedConnections: network.filter(({ allowed }) => !allowed).length,
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
  const given = (async () => sink(JSON.stringify({ at: new Date().toISOString(), ...record })))().catch(() => {});
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, collectionTimeoutSeconds * 1_000);
  await Promise.race([given, late]);
  clearTimeout(timer);
}
