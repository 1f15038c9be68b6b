import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ERRORS } from "#lib/errors/codes.ts";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import { tierOf } from "#lib/sandbox/bubblewrap/judge-machine.ts";
import { buildSandboxPlan } from "#lib/sandbox/build-plan.ts";
import type { Machine } from "#lib/sandbox/machine.ts";
import type { SandboxBackend } from "#lib/sandbox/runtime.ts";
import { judgeSighting, sightingSchema } from "./judge-probe.ts";
import type { SelfTestCheck, SelfTestReport } from "./report.ts";

const PROBE = fileURLToPath(new URL("./probe.mjs", import.meta.url));

/** Runs the probe as a tool and judges what it saw. What cannot be shown counts as not so. */
export async function testBackend(backend: SandboxBackend, machine: Machine): Promise<SelfTestReport> {
  const base = { name: backend.name, ...(machine.bubblewrap ? { version: machine.bubblewrap.version } : {}) };
  const directory = await realpath(await mkdtemp(join(tmpdir(), "airlock-self-test-")));
  try {
    const canary = join(directory, "canary");
    await writeFile(canary, randomUUID());
    const sha256 = createHash("sha256")
      .update(await readFile(PROBE))
      .digest("hex");
    const plan = buildSandboxPlan(
      {
        policy: { filesystem: { read: ["${workspace}/**"], write: [] }, network: { mode: "none" }, exec: "deny" },
        grant: ACCESS_GRANTS.sandboxed,
        roots: { workspace: join(directory, "workspace") },
        command: { kind: "bundle", sha256 },
      },
      machine,
    );
    if (!plan.ok) return { ...base, offered: false, tier: "none", reason: withoutAdvice(plan.message), checks: [] };
    const result = await backend.run(plan.value, {
      stdin: JSON.stringify({ input: { canary }, context: {} }),
      bundlePath: PROBE,
    });
    const sighting = sightingSchema.safeParse(result.answer?.ok ? result.answer.output : undefined);
    if (!sighting.success) {
      const reason =
        result.error?.message ?? `The probe did not answer: ${result.stderr.slice(0, 400) || "no output"}.`;
      return { ...base, offered: false, tier: "none", reason, checks: [] };
    }
    return verdict(base, judgeSighting(sighting.data), machine);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** "Run doctor" is no help to doctor itself, and whoever refuses with this reason adds it again. */
function withoutAdvice(message: string): string {
  return message.replace(ERRORS.no_sandbox.todo, "").trim();
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
