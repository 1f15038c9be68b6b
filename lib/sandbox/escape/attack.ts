/**
 * One attack on everything that this machine offers, by the user who runs it: each probe bare, each probe with namespaces and
 * nothing else, each probe in each backend by each way of planning. Prints what came of it as one line of JSON. It is a
 * process of its own so that the same can be done by root and by a user without any right.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { json } from "node:stream/consumers";
import type { Outcome } from "#lib/errors/outcome.ts";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { Backend } from "#lib/policy/vocabulary.ts";
import type { PlanRequest } from "#lib/sandbox/build-plan.ts";
import { sandboxingSchema } from "#lib/sandbox/config/sandboxing.ts";
import { probeMachine } from "#lib/sandbox/machine.ts";
import { openSandboxRuntime } from "#lib/sandbox/open-runtime.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import type { SandboxRuntime } from "#lib/sandbox/runtime.ts";
import type { AttackOrder, AttackReport, Control, Declined, Finding } from "./attack-report.ts";
import { type Planted, plantHost } from "./plant-host.ts";
import { type Answer, type Probe, WAYS, type Way } from "./probe.ts";
import { allProbes } from "./probes/index.ts";
import { RUNNER, runBare } from "./run-bare.ts";
import { setOffBombs } from "./set-off-bombs.ts";

const LIMITS: ToolPolicy["limits"] = { fileMb: 4, processes: 60, wallSeconds: 120, cpuSeconds: 120 };
/** What is offered only where somebody asks for it is asked for. */
const EVERYTHING = sandboxingSchema.parse({ firejail: { enabled: true }, overrides: { file_system: "process" } });
/** Does not isolate, and says so: that it takes no call that must be isolated is shown by what it refuses. */
const NO_SANDBOX: readonly Backend[] = ["process", "deny-all"];

const MUST_BE_CONTAINED = ["code_execution", "terminal", "web", "database"] as const;

const order = (await json(process.stdin)) as AttackOrder;
const machine = probeMachine(process.execPath);
if (!machine.architecture) throw new Error("There are no probes for this processor.");
const host = await plantHost({ ...order, architecture: machine.architecture });
const runtime = await openSandboxRuntime({
  nodePath: process.execPath,
  stateDirectory: host.stateDirectory,
  sandboxing: EVERYTHING,
  // Without it no sandbox is kept.
  pool: true,
});
try {
  console.log(JSON.stringify(await attack(host, runtime)));
} finally {
  await runtime.close();
  host.remove();
}

async function attack(planted: Planted, sandbox: SandboxRuntime): Promise<AttackReport> {
  const probes = allProbes(planted);
  const bites = new Map<string, Control>();
  for (const control of ["bare", "namespaces"] as const) {
    const open = probes.filter((probe) => !bites.has(nameOf(probe)));
    const answers = await runBare(attemptsOf(open, planted.workspace), control, machine.bubblewrap?.path);
    for (const probe of open) if (isReached(probe, answers)) bites.set(nameOf(probe), control);
  }
  const backends = sandbox.reports.filter(({ name, offered }) => offered && !NO_SANDBOX.includes(name));
  const findings: Finding[] = [];
  const declined: Declined[] = [];
  for (const { name } of backends) {
    for (const way of WAYS) {
      const plan = planFor(planted, sandbox, name, way);
      const found = plan.ok ? await attackBackend(sandbox, probes, plan.value, way) : plan.code;
      if (typeof found === "string") declined.push({ backend: name, way, code: found });
      else findings.push(...found);
    }
  }
  return {
    tiers: Object.fromEntries(backends.map(({ name, tier }) => [name, tier])),
    reasons: sandbox.reports.map(({ name, offered, reason }) => `${name}: ${offered ? "offered" : reason}`),
    probes: probes.map((probe) => ({
      name: nameOf(probe),
      group: probe.group,
      bites: bites.get(nameOf(probe)) ?? null,
    })),
    findings,
    declined,
    left: (
      await Promise.all(backends.map(({ name }) => setOffBombs(planted, sandbox, name, policyOf("alone"))))
    ).flat(),
    refusals: refusalsOf(planted, sandbox),
  };
}

/** Asks for what a machine or a backend may not be able to hold. */
function refusalsOf(planted: Planted, sandbox: SandboxRuntime): AttackReport["refusals"] {
  const ask = (more: Partial<PlanRequest>, limits: ToolPolicy["limits"] = {}): string | null => {
    const plan = sandbox.plan({
      policy: { ...policyOf("alone"), limits },
      grant: ACCESS_GRANTS.elevated,
      unspecified: "nothing",
      roots: { workspace: planted.workspace },
      command: { kind: "argv", argv: ["true"] },
      ...more,
    });
    return plan.ok ? null : plan.code;
  };
  const bare = MUST_BE_CONTAINED.map((category) => [category, ask({ category, backend: "process" })]);
  return {
    memory: ask({}, { hard: ["memoryMb"] }),
    processorTime: ask({}, { hard: ["cpuSeconds"] }),
    processes: ask({}, { hard: ["processes"] }),
    ...Object.fromEntries(bare.map(([category, code]) => [`${category} without a container`, code])),
  };
}

function planFor(planted: Planted, sandbox: SandboxRuntime, backend: Backend, way: Way): Outcome<SandboxPlan> {
  const plan = sandbox.plan({
    policy: policyOf(way),
    grant: ACCESS_GRANTS.elevated,
    unspecified: "nothing",
    roots: { workspace: planted.workspace },
    command: { kind: "bundle", sha256: createHash("sha256").update(readFileSync(RUNNER)).digest("hex") },
    backend,
  });
  return plan.ok && way === "kept" ? { ...plan, value: { ...plan.value, lifecycle: "per-agent" } } : plan;
}

/** What each probe came to, or the code with which the backend refused to run any. */
async function attackBackend(
  sandbox: SandboxRuntime,
  probes: readonly Probe[],
  plan: SandboxPlan,
  way: Way,
): Promise<Finding[] | string> {
  const { backend } = plan;
  const tried = probes.filter(({ notIn }) => !notIn?.includes(way));
  const workspace = plan.mounts.find(({ from }) => from.startsWith("${workspace}"))?.target ?? "/workspace";
  const call = (list: readonly Probe[]) =>
    sandbox.run(plan, {
      stdin: JSON.stringify({ input: { attempts: attemptsOf(list, workspace) }, context: {} }),
      bundlePath: RUNNER,
      correlation: { agentId: "prober" },
    });
  // The second call in it is what a kept one is for.
  if (way === "kept") await call([]);
  const result = await call(tried);
  if (result.error) return result.error.code;
  if (way === "kept" && result.start !== "reused") throw new Error(`${backend} kept nothing: ${result.start}`);
  if (!result.answer?.ok) throw new Error(`${backend}, ${way}: ${JSON.stringify(result).slice(0, 2000)}`);
  const answers = result.answer.output as Record<string, Answer>;
  return tried.map((probe) => ({
    backend,
    way,
    probe: nameOf(probe),
    reached: isReached(probe, answers),
    answer: answers[nameOf(probe)] ?? { said: "nothing" },
  }));
}

function policyOf(way: Way): ToolPolicy {
  const own = "${workspace}/**";
  return {
    filesystem: { read: [own, ...(way === "named" ? [`${order.named}/**`] : [])], write: [own] },
    network: way === "network" ? { mode: "allowlist", hosts: ["listed.invalid:443"] } : { mode: "none" },
    exec: "allow",
    limits: LIMITS,
  };
}

function nameOf({ group, name }: Probe): string {
  return `${group}: ${name}`;
}

function attemptsOf(probes: readonly Probe[], workspace: string): Record<string, Probe["attempt"]> {
  const attempts = Object.fromEntries(probes.map((probe) => [nameOf(probe), probe.attempt]));
  return JSON.parse(JSON.stringify(attempts).replaceAll("{workspace}", workspace));
}

/** What was to be left is looked for here, on the host; there it may have been left in a place of its own. */
function isReached({ attempt, reached, group, name }: Probe, answers: Readonly<Record<string, Answer>>): boolean {
  if (attempt.kind === "leave") {
    const left = existsSync(attempt.path);
    rmSync(attempt.path, { force: true });
    return left;
  }
  const answer = answers[`${group}: ${name}`];
  return answer !== undefined && reached(answer);
}
