import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { Backend } from "#lib/policy/vocabulary.ts";
import type { SandboxRuntime } from "#lib/sandbox/runtime.ts";
import type { AttackReport } from "./attack-report.ts";
import { BOMBS } from "./bombs.ts";
import { survivors } from "./leftovers.ts";
import type { Planted } from "./plant-host.ts";

/** All at once, each ended by its clock or its limits. */
export function setOffBombs(
  planted: Planted,
  sandbox: SandboxRuntime,
  backend: Backend,
  policy: ToolPolicy,
): Promise<AttackReport["left"][number][]> {
  const limits: ToolPolicy["limits"] = {
    wallSeconds: 0.6,
    processes: 30,
    memoryMb: 64,
    fileMb: 2,
    outputBytes: 200_000,
  };
  const setOff = async ([bomb, script]: [string, (mark: string) => string], index: number) => {
    const mark = `${planted.mark}-${backend}-${index}-`;
    const plan = sandbox.plan({
      policy: { ...policy, limits },
      grant: ACCESS_GRANTS.elevated,
      unspecified: "nothing",
      roots: { workspace: planted.workspace },
      command: { kind: "argv", argv: ["sh", "-c", script(mark)] },
      backend,
    });
    if (!plan.ok) throw new Error(`${backend}, ${bomb}: ${plan.message}`);
    const { error } = await sandbox.run(plan.value, {});
    if (error) throw new Error(`${backend}, ${bomb}: ${error.message}`);
    return { backend, bomb, processes: survivors(mark).length };
  };
  return Promise.all(Object.entries(BOMBS).map(setOff));
}
