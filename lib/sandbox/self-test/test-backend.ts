import { createHash, randomUUID } from "node:crypto";
import { chmod, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import { tierOf } from "#lib/sandbox/bubblewrap/judge-machine.ts";
import { buildSandboxPlan } from "#lib/sandbox/build-plan.ts";
import type { Machine } from "#lib/sandbox/machine.ts";
import type { SandboxBackend } from "#lib/sandbox/runtime.ts";
import { judgeSighting, sightingSchema } from "./judge-probe.ts";
import type { SelfTestCheck, SelfTestReport } from "./report.ts";

const PROBE = fileURLToPath(new URL("./probe.mjs", import.meta.url));

/** The ways a tool is launched that differ in what protects it; each has to be shown. */
interface Way {
  readonly name: string;
  readonly network: boolean;
  /** Behind a directory that only its owner may enter, where root has to map the users of the host. */
  readonly closed: boolean;
}

function waysOf(machine: Machine): Way[] {
  return [
    { name: "a tool", network: false, closed: false },
    { name: "a tool with network", network: true, closed: false },
    ...(machine.root ? [{ name: "a tool below a closed directory", network: false, closed: true }] : []),
  ];
}

/** Runs the probe as tools are run, each way, and judges what it saw. What cannot be shown counts as not so. */
export async function testBackend(backend: SandboxBackend, machine: Machine): Promise<SelfTestReport> {
  const base = { name: backend.name, ...(machine.bubblewrap ? { version: machine.bubblewrap.version } : {}) };
  const findings = await Promise.all(waysOf(machine).map((way) => probe(backend, machine, way)));
  const obstacle = findings.find((finding) => typeof finding === "string");
  if (obstacle !== undefined) return { ...base, offered: false, tier: "none", reason: obstacle, checks: [] };
  const checks = findings.flatMap((finding) => (typeof finding === "string" ? [] : finding));
  return verdict(base, checks, machine);
}

/** The checks of one way, or why there are none. */
async function probe(backend: SandboxBackend, machine: Machine, way: Way): Promise<SelfTestCheck[] | string> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), "airlock-self-test-")));
  try {
    await chmod(directory, way.closed ? 0o700 : 0o711);
    const canary = join(directory, "canary");
    await writeFile(canary, randomUUID());
    const plan = buildSandboxPlan(
      {
        policy: {
          filesystem: { read: ["${workspace}/**"], write: [] },
          network: way.network ? { mode: "allowlist", hosts: ["listed.invalid:443"] } : { mode: "none" },
          exec: "deny",
        },
        grant: ACCESS_GRANTS.restricted,
        roots: { workspace: join(directory, "workspace") },
        command: { kind: "bundle", sha256: await hashOf(PROBE) },
      },
      machine,
    );
    if (!plan.ok) return plan.message;
    const result = await backend.run(plan.value, {
      stdin: JSON.stringify({ input: { canary, network: way.network }, context: {} }),
      bundlePath: PROBE,
    });
    const sighting = sightingSchema.safeParse(result.answer?.ok ? result.answer.output : undefined);
    if (sighting.success) {
      return judgeSighting(sighting.data).map((check) => ({ ...check, name: `${way.name}: ${check.name}` }));
    }
    const said = result.error ? result.error.message : result.stderr.trim().slice(0, 400);
    return said || "The probe did not answer.";
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function hashOf(path: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
}

function verdict(
  base: Pick<SelfTestReport, "name" | "version">,
  checks: SelfTestCheck[],
  machine: Machine,
): SelfTestReport {
  const failed = checks.filter(({ holds }) => !holds).map(({ name }) => name);
  if (failed.length > 0)
    return { ...base, offered: false, tier: "none", reason: `Not so: ${failed.join("; ")}.`, checks };
  const tier = tierOf(machine);
  const lacks = "No own user for each agent and no kernel limit on memory: policies that call memory hard are refused.";
  return { ...base, offered: true, tier, ...(tier === "full" ? {} : { reason: lacks }), checks };
}
