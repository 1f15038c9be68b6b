import { createHash, randomUUID } from "node:crypto";
import { chmod, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Outcome } from "#lib/errors/outcome.ts";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import type { PlanRequest } from "#lib/sandbox/build-plan.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import type { SandboxBackend } from "#lib/sandbox/runtime.ts";
import { judgeSighting, sightingSchema } from "./judge-probe.ts";
import type { SelfTestCheck } from "./report.ts";

const PROBE = fileURLToPath(new URL("./probe.mjs", import.meta.url));
/** What such a backend does not promise, so that nobody has to look for it. */
const NOT_PROMISED = ["no further process can be started", "no process of the host is visible"];
/** firejail's own two, a shell, the tool. */
const MOST_PROCESSES = 6;

export interface ContainedFindings {
  readonly checks: SelfTestCheck[];
  /** Why there are none. */
  readonly obstacle?: string;
}

/** The same probe as bubblewrap's, by a backend that wraps a command line and starts processes by nature. */
export async function testContained(
  backend: SandboxBackend,
  plan: (request: PlanRequest) => Outcome<SandboxPlan>,
): Promise<ContainedFindings> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), "airlock-self-test-")));
  try {
    await chmod(directory, 0o711);
    const canary = join(directory, "canary");
    await writeFile(canary, randomUUID());
    const sha256 = createHash("sha256")
      .update(await readFile(PROBE))
      .digest("hex");
    const planned = plan({
      policy: { filesystem: { read: ["${workspace}/**"], write: [] }, network: { mode: "none" }, exec: "allow" },
      grant: ACCESS_GRANTS.restricted,
      roots: { workspace: join(directory, "workspace") },
      command: { kind: "bundle", sha256 },
    });
    if (!planned.ok) return { checks: [], obstacle: planned.message };
    const stdin = JSON.stringify({ input: { canary, network: false }, context: {} });
    const result = await backend.run(planned.value, { stdin, bundlePath: PROBE });
    const seen = sightingSchema.safeParse(result.answer?.ok ? result.answer.output : undefined);
    if (!seen.success) {
      const said = result.error ? result.error.message : result.stderr.trim().slice(0, 400);
      return { checks: [], obstacle: said || "The probe did not answer." };
    }
    const { processes } = seen.data;
    return {
      checks: [
        ...judgeSighting(seen.data).filter(({ name }) => !NOT_PROMISED.includes(name)),
        {
          name: "only processes of this sandbox are visible",
          holds: processes <= MOST_PROCESSES,
          saw: `${processes}`,
        },
      ],
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
