import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { BubblewrapBackend } from "#lib/sandbox/bubblewrap/backend.ts";
import { buildSandboxPlan } from "#lib/sandbox/build-plan.ts";
import type { Machine } from "#lib/sandbox/machine.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import { planKey } from "#lib/sandbox/pool/plan-key.ts";
import { PooledBackend } from "#lib/sandbox/pool/pooled-backend.ts";
import type { RunOptions, SandboxBackend } from "#lib/sandbox/runtime.ts";
import { TRUE } from "../baselines/bare-bubblewrap.ts";
import type { Programs } from "./bare-arms.ts";
import type { StartArm } from "./start-arm.ts";

/** A usual policy: the agent's workspace to read, no network, all limits. */
const POLICY: ToolPolicy = {
  filesystem: { read: ["${workspace}/**"], write: [] },
  network: { mode: "none" },
  environment: { allow: [] },
  exec: "deny",
  limits: { wallSeconds: 15, cpuSeconds: 10, memoryMb: 512, processes: 64, outputBytes: 1_048_576, fileMb: 1 },
};

export interface OwnArms {
  readonly arms: Record<"cold.true" | "cold.node" | "first.node" | "warm.node", StartArm>;
  close(): Promise<void>;
}

/**
 * Airlock's sandbox as the dispatcher has it. `cold`: made for the call. `first`: the same through the store of sandboxes, which
 * makes another meanwhile, for the next call. `warm`: one that stood ready when the call came.
 */
export async function openOwnArms(machine: Machine, programs: Programs, directory: string): Promise<OwnArms> {
  const { bundle, input, answer } = programs;
  const backend = await BubblewrapBackend.open(machine);
  const pooled = new PooledBackend(backend);
  const workspace = join(directory, "workspace");
  mkdirSync(workspace);
  const plan = (command: SandboxPlan["command"]): SandboxPlan => {
    const made = buildSandboxPlan(
      { policy: POLICY, grant: ACCESS_GRANTS.standard, roots: { workspace }, command, stateDirectory: directory },
      machine,
    );
    if (!made.ok) throw new Error(`${made.code}: ${made.message}`);
    return made.value;
  };
  const nothing = plan({ kind: "argv", argv: [...TRUE.argv] });
  const sha256 = createHash("sha256").update(readFileSync(bundle)).digest("hex");
  const echo = plan({ kind: "bundle", sha256 });
  const call = { stdin: input, bundlePath: bundle };
  let turn = 0;
  const anew = (): SandboxPlan => ({ ...echo, environment: { ...echo.environment, TURN: `${turn}` } });
  const standing = (wanted: SandboxPlan): { ready: number; wanted: number } =>
    pooled.poolState().find(({ key }) => key === planKey(wanted)) ?? { ready: 0, wanted: 0 };
  /** Nothing more is made for this plan; what nobody asked for in a while is not wanted any longer. */
  const filled = async (wanted: SandboxPlan): Promise<void> => {
    for (let now = standing(wanted); now.ready < now.wanted; now = standing(wanted)) await sleep(2);
  };
  return {
    arms: {
      "cold.true": { once: () => timed(backend, nothing, {}, "cold", "") },
      "cold.node": { once: () => timed(backend, echo, call, "cold", answer) },
      "first.node": {
        once: () => {
          turn += 1;
          return timed(pooled, anew(), call, "cold", answer);
        },
        settle: async () => {
          if (turn > 0) await filled(anew());
        },
      },
      "warm.node": {
        once: () => timed(pooled, echo, call, "warm", answer),
        settle: async () => {
          // One stands only after its plan was asked for, and not for ever.
          await filled(echo);
          if (standing(echo).ready > 0) return;
          await pooled.run(echo, call);
          await filled(echo);
          if (standing(echo).ready === 0) throw new Error("No sandbox is kept ready for a plan that was asked for.");
        },
      },
    },
    close: () => pooled.close(),
  };
}

async function timed(
  backend: SandboxBackend,
  plan: SandboxPlan,
  options: RunOptions,
  start: "cold" | "warm",
  expected: string,
): Promise<number> {
  const began = performance.now();
  const result = await backend.run(plan, options);
  const milliseconds = performance.now() - began;
  const said = result.answer ? JSON.stringify(result.answer) : result.stdout;
  if (result.exitCode === 0 && result.start === start && said === expected) return milliseconds;
  throw new Error(`A ${start} start went wrong: ${JSON.stringify(result)}`);
}
