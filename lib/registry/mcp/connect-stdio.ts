import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { SandboxResult } from "#lib/sandbox/result.ts";
import { clean } from "#lib/sanitise/clean.ts";
import type { Connection, ConnectionReport, ServerDoors, ServerVisit } from "./connection.ts";
import { SandboxTransport } from "./sandbox-transport.ts";
import { commandOf, programOf } from "./server-command.ts";
import type { McpTransport } from "./server-configuration.ts";
import { Wire } from "./wire.ts";

/** Starts the server in a sandbox of its policy and the grant, for this visit alone. */
export async function connectStdio(
  transport: Extract<McpTransport, { kind: "stdio" }>,
  visit: ServerVisit,
  { sandbox, signal }: ServerDoors,
): Promise<Outcome<Connection>> {
  const argv = commandOf(transport.argv);
  const program = programOf(argv);
  const plan = sandbox.plan({
    policy: visit.policy,
    category: visit.category ?? "mcp",
    ...(visit.actionType === undefined ? {} : { actionType: visit.actionType }),
    ...(visit.backends === undefined ? {} : { backends: visit.backends }),
    ...(visit.egressClass === undefined ? {} : { egressClass: visit.egressClass }),
    grant: visit.grant,
    roots: visit.roots,
    unspecified: visit.unspecified,
    command: { kind: "argv", argv },
    environment: transport.environment ?? {},
    ...(program === undefined ? {} : { program }),
    ...(visit.files === undefined ? {} : { files: visit.files }),
    ...(visit.stateDirectory === undefined ? {} : { stateDirectory: visit.stateDirectory }),
  });
  if (!plan.ok) return plan;
  const opened = await sandbox.open(plan.value, {
    signal,
    ...(visit.correlation === undefined ? {} : { correlation: visit.correlation }),
  });
  if (!opened.ok) return opened;
  const session = opened.value;
  let asked = false;
  let left = false;
  void session.ended.then(() => {
    left = !asked;
  });
  const wire = new Wire(() => void session.close());
  return done({
    transport: new SandboxTransport(session, wire),
    wire,
    async close(): Promise<ConnectionReport> {
      asked = true;
      const result = await session.close();
      const { usage, network, exitCode } = result;
      const run = { plan: plan.value, usage, network, exitCode };
      return { run, failure: failureOf(result, wire, left), left: left && result.stopped === undefined };
    },
  });
}

const LAST_WORDS_MAX = 400;

function failureOf(result: SandboxResult, wire: Wire, left: boolean): ConnectionReport["failure"] {
  const { stopped, error, stderr, exitCode, signal } = result;
  if (stopped === "cancelled") return "cancelled";
  if (error) return refuse(error.code === "sandbox_ended" ? "sandbox_ended" : "no_sandbox", error.message);
  if (stopped === "wall") return refuse("tool_timed_out");
  if (stopped === "cpu") return refuse("tool_timed_out", "The server used up its processor time.");
  if (stopped === "memory") return refuse("mcp_server_failed", "The server used up its memory.");
  if (stopped === "output") return refuse("output_too_large", "The server said more than its limit allows.");
  if (wire.failure || !left) return wire.failure;
  // What it wrote last says most; it is a stranger's text, and people and agents will read it.
  const words = clean(stderr.trim().slice(-LAST_WORDS_MAX), { content: "prose" }).cleaned.trim();
  const how = signal ? `by ${signal}` : `with exit code ${exitCode}`;
  return refuse("mcp_server_failed", `The server ended ${how}${words === "" ? "." : `: ${words}`}`);
}
