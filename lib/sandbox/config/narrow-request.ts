import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { AccessGrant } from "#lib/policy/access-level.ts";
import { DEFAULT_LIMITS } from "#lib/policy/default-limits.ts";
import { matchesHost } from "#lib/policy/gate/host-pattern.ts";
import type { LimitName, ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { PlanRequest } from "#lib/sandbox/build-plan.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import { configuredBackend, megabytesOf, processorsOf, type Sandboxing } from "./sandboxing.ts";

/** What of a request the document has a say in. */
export type Narrowable = Pick<PlanRequest, "category" | "policy" | "grant" | "unspecified">;

/**
 * What the document takes away from a call of some kind, whichever backend runs it in the end: the section of the
 * backend that is configured holds also where a stronger one stands in for it. Nothing in here gives anything.
 */
export function narrowRequest<T extends Narrowable>(request: T, sandboxing: Sandboxing): T {
  const { category } = request;
  if (category === undefined) return request;
  const { process, docker, kubernetes } = sandboxing;
  switch (configuredBackend(sandboxing, category)) {
    case "process":
      return {
        ...withLimits(request, { wallSeconds: process.timeout_seconds }),
        grant: process.workspace_only ? noFurtherThanProject(request.grant) : request.grant,
      };
    case "docker": {
      const network = docker.network_overrides[category] ?? docker.network;
      const limited = withLimits(request, {
        wallSeconds: docker.timeout_seconds,
        memoryMb: megabytesOf(docker.memory_limit),
        processors: processorsOf(docker.cpu_limit),
      });
      if (network === "none") return withNetwork(limited, { mode: "none" });
      return docker.allowed_hosts.length === 0 ? limited : withHosts(limited, docker.allowed_hosts);
    }
    case "kubernetes": {
      const { cpu, memory } = kubernetes.resource_limits;
      const limited = withLimits(request, {
        ...(memory === undefined ? {} : { memoryMb: megabytesOf(memory) }),
        ...(cpu === undefined ? {} : { processors: processorsOf(cpu) }),
      });
      return kubernetes.network_policy === "deny-all" ? withoutOpenNetwork(limited) : limited;
    }
    default:
      return request;
  }
}

/** The same for what is only spoken to and never run here, which no backend would refuse in its place. */
export function narrowConversation<T extends Narrowable>(request: T, sandboxing: Sandboxing): Outcome<T> {
  const { category = "mcp" } = request;
  if (configuredBackend(sandboxing, category) === "deny-all")
    return refuse("no_sandbox", `The sandboxing document denies ${category} altogether.`);
  return done({ ...request, ...narrowRequest({ ...request, category }, sandboxing) });
}

/** Mounts as the document wants them; what a tool loses by it is listed in the plan. */
export function narrowPlan(plan: SandboxPlan, { category }: PlanRequest, sandboxing: Sandboxing): SandboxPlan {
  if (category === undefined || configuredBackend(sandboxing, category) !== "docker") return plan;
  const writable = plan.mounts.filter(({ mode }) => mode === "rw");
  if (sandboxing.docker.mount_mode === "rw" || writable.length === 0) return plan;
  return {
    ...plan,
    mounts: plan.mounts.map((mount) => ({ ...mount, mode: "ro" })),
    narrowed: [...(plan.narrowed ?? []), ...writable.map(({ from }) => `writing to ${from} (mount_mode)`)],
  };
}

interface Most {
  readonly wallSeconds?: number;
  readonly memoryMb?: number;
  /** How many may be busy on average while it runs. */
  readonly processors?: number;
}

function withLimits<T extends Narrowable>(request: T, { processors, ...most }: Most): T {
  const limits = { ...request.policy.limits };
  const inForce = (name: LimitName): number => limits[name] ?? DEFAULT_LIMITS[name];
  for (const name of ["wallSeconds", "memoryMb"] as const) {
    const bound = most[name];
    if (bound !== undefined) limits[name] = Math.min(inForce(name), bound);
  }
  if (processors !== undefined) {
    const bound = Math.max(1, Math.floor(processors * inForce("wallSeconds")));
    limits.cpuSeconds = Math.min(inForce("cpuSeconds"), bound);
  }
  return { ...request, policy: { ...request.policy, limits } };
}

function noFurtherThanProject(grant: AccessGrant): AccessGrant {
  return grant.file_system === "full" ? { ...grant, file_system: "project_directory" } : grant;
}

function withNetwork<T extends Narrowable>(request: T, network: NonNullable<ToolPolicy["network"]>): T {
  return { ...request, policy: { ...request.policy, network } };
}

/** What a policy that does not speak of the network asks for; see `meetNetwork`. */
function wantedNetwork({ policy, unspecified }: Narrowable): NonNullable<ToolPolicy["network"]> {
  return policy.network ?? { mode: unspecified === "nothing" ? "none" : "open" };
}

function withHosts<T extends Narrowable>(request: T, allowed: readonly string[]): T {
  const { mode, hosts = [] } = wantedNetwork(request);
  if (mode === "none") return request;
  const both = hosts.filter((host) => allowed.some((pattern) => pattern === host || covers(pattern, host)));
  // Any public host was open to it, so the document's names are no more than it had; an address may be an inner one,
  // which only a policy that names it can reach.
  const open = mode === "open" && request.grant.network === "open" ? allowed.filter(isName) : [];
  return withNetwork(request, { mode: "allowlist", hosts: [...new Set([...both, ...open])] });
}

function withoutOpenNetwork<T extends Narrowable>(request: T): T {
  const { mode, hosts = [] } = wantedNetwork(request);
  return mode === "open" ? withNetwork(request, { mode: "allowlist", hosts }) : request;
}

function covers(pattern: string, host: string): boolean {
  const [, name, port] = /^([^*/[\]]+):(\d+)$/.exec(host) ?? [];
  return name !== undefined && matchesHost(pattern, { host: name.toLowerCase(), port: Number(port) });
}

function isName(host: string): boolean {
  return /^(\*\.)?[^:/[\]]*[a-z][^:/[\]]*:\d+$/i.test(host) && !/^0x/i.test(host);
}
