import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import { buildSandboxPlan } from "#lib/sandbox/build-plan.ts";
import type { Machine } from "#lib/sandbox/machine.ts";
import { withListedPrograms } from "#lib/sandbox/programs/with-listed-programs.ts";
import type { SandboxBackend } from "#lib/sandbox/runtime.ts";
import type { SelfTestCheck } from "./report.ts";

const NAME = "listed programs: nothing else can be started";
const WRITABLE = ["/workspace", "/tmp", "/dev/shm"];

/**
 * Whether this launcher keeps what a mount already is. One that did not would show listed programs and start any other,
 * so where this does not hold, plans that list their programs are refused.
 */
export async function testListing(backend: SandboxBackend, machine: Machine): Promise<SelfTestCheck> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), "airlock-self-test-")));
  try {
    await chmod(directory, 0o711);
    const plan = buildSandboxPlan(
      {
        policy: { filesystem: { read: [], write: ["${workspace}/**"] }, network: { mode: "none" }, exec: "allow" },
        grant: { ...ACCESS_GRANTS.standard, commands: ["cat"] },
        ...{ category: "terminal", actionType: "exec:command" },
        roots: { workspace: join(directory, "workspace") },
        command: { kind: "argv", argv: ["cat", "/proc/self/mountinfo"] },
      },
      machine,
    );
    if (!plan.ok) return { name: NAME, holds: false, saw: plan.message };
    const { stdout, error, stderr } = await backend.run(withListedPrograms(plan.value, machine), {});
    const open = WRITABLE.filter((place) => !isWithoutExec(stdout, place));
    const saw = error?.message ?? (stdout === "" ? stderr.slice(0, 200) : `with exec: ${open.join(", ") || "none"}`);
    return { name: NAME, holds: open.length === 0, saw };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** A line is `id parent device root place options …`. */
function isWithoutExec(mountinfo: string, place: string): boolean {
  const options = mountinfo
    .split("\n")
    .flatMap((line) => (line.split(" ")[4] === place ? (line.split(" ")[5] ?? "") : []));
  return options.length > 0 && options.every((option) => option.split(",").includes("noexec"));
}
