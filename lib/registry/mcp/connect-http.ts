import { done, type Outcome, type Refusal, refuse } from "#lib/errors/outcome.ts";
import { DEFAULT_LIMITS } from "#lib/policy/default-limits.ts";
import { type EgressFetch, EgressRefused, openEgressFetch } from "#lib/sandbox/egress/egress-fetch.ts";
import { isVersionControl, meetNetwork } from "#lib/sandbox/meet-level.ts";
import type { Connection, ConnectionReport, ServerDoors, ServerVisit } from "./connection.ts";
import { httpTransport } from "./http-transport.ts";
import type { McpTransport } from "./server-configuration.ts";
import { Wire } from "./wire.ts";

/** Speaks to a remote server under the egress rules: the policy's hosts as far as the grant goes, its clock, its allowance. */
export async function connectHttp(
  transport: Extract<McpTransport, { kind: "http" }>,
  visit: ServerVisit,
  { sandbox, egress: doors, signal }: ServerDoors,
): Promise<Outcome<Connection>> {
  const allowed = sandbox.narrow(visit);
  if (!allowed.ok) return allowed;
  const { policy, grant, unspecified, ...kind } = allowed.value;
  const secrets = Object.values(transport.headers ?? {}).map(({ secret }) => secret);
  if (secrets.length > 0) {
    return refuse("secret_unavailable", `The server needs ${secrets.join(", ")}, which this dispatcher cannot open.`);
  }
  // What a remote server does with git nobody here sees: a level without a way out for git has none to it either.
  if (grant.git === "local_only" && isVersionControl(kind)) {
    return refuse("access_refused", "At this access level version control stays on the machine (git: local_only).");
  }
  const started = performance.now();
  const over = new AbortController();
  const clock = AbortSignal.timeout((policy.limits?.wallSeconds ?? DEFAULT_LIMITS.wallSeconds) * 1000);
  const egress = openEgressFetch({
    network: meetNetwork(policy, grant, unspecified),
    doors,
    bytes: policy.limits?.outputBytes ?? DEFAULT_LIMITS.outputBytes,
    signal: AbortSignal.any([signal, clock, over.signal]),
  });
  const seen = new LastProblem(egress);
  const wire = new Wire(() => over.abort());
  const client = httpTransport(transport.url, seen, wire);
  for (const source of [signal, clock, over.signal]) {
    source.addEventListener("abort", () => void client.close(), { once: true });
  }
  return done({
    transport: client,
    wire,
    async close(failed): Promise<ConnectionReport> {
      const ended = signal.aborted ? "cancelled" : clock.aborted ? refuse("tool_timed_out") : null;
      const failure = ended ?? (failed ? await whyFailed(seen, wire, transport.url) : null);
      await client.terminateSession().catch(() => {});
      over.abort();
      const network = egress.entries();
      const outputBytes = network.reduce((sum, { bytesIn }) => sum + (bytesIn ?? 0), 0);
      const usage = { wallMs: Math.round(performance.now() - started), outputBytes };
      return { run: { network, usage }, failure, left: false };
    },
  });
}

/** Remembers what went wrong on the way, which the client library wraps in words of its own. */
class LastProblem implements EgressFetch {
  readonly #egress: EgressFetch;
  refused: EgressRefused | null = null;
  unreachable = false;
  status = 200;

  constructor(egress: EgressFetch) {
    this.#egress = egress;
  }

  entries() {
    return this.#egress.entries();
  }

  async fetch(url: string | URL, init?: RequestInit): Promise<Response> {
    try {
      const response = await this.#egress.fetch(url, init);
      this.status = response.status;
      return response;
    } catch (error) {
      if (error instanceof EgressRefused) this.refused = error;
      else this.unreachable = true;
      throw error;
    }
  }
}

async function whyFailed(seen: LastProblem, wire: Wire, url: string): Promise<Refusal | null> {
  const overspent = seen.entries().some(({ reason }) => reason === "too_many_bytes");
  if (overspent) return refuse("output_too_large", "The server said more than its limit allows.");
  if (wire.failure) return wire.failure;
  if (seen.refused) return refuse("mcp_server_unreachable", `The server was not reached: ${seen.refused.reason}.`);
  if (seen.unreachable) return refuse("mcp_server_unreachable", "The server broke off the connection.");
  const { status } = seen;
  if (status === 401 || status === 403) {
    return refuse("mcp_server_unreachable", `The server asks for credentials (status ${status}).`);
  }
  if (status >= 400 && status < 500 && (await speaksOldSse(seen, url))) return refuse("mcp_sse_refused");
  return status >= 400 ? refuse("mcp_server_failed", `The server answered with status ${status}.`) : null;
}

/** The old transport opens a stream where the new one is posted to. */
async function speaksOldSse(egress: EgressFetch, url: string): Promise<boolean> {
  try {
    const response = await egress.fetch(url, { headers: { accept: "text/event-stream" } });
    await response.body?.cancel();
    return response.ok && (response.headers.get("content-type") ?? "").startsWith("text/event-stream");
  } catch {
    return false;
  }
}
