import { createHash } from "node:crypto";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import { BubblewrapBackend } from "#lib/sandbox/bubblewrap/backend.ts";
import { buildSandboxPlan, type PlanRequest } from "#lib/sandbox/build-plan.ts";
import type { EgressDoors } from "#lib/sandbox/egress/open-egress.ts";
import { bundleOf } from "#lib/sandbox/hostile.fixture.ts";
import { probeMachine } from "#lib/sandbox/machine.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import type { SandboxResult } from "#lib/sandbox/result.ts";
import type { RunOptions } from "#lib/sandbox/runtime.ts";
import { withSealedNode } from "#lib/sandbox/sealed-node.ts";
import { planKey } from "./plan-key.ts";
import { PooledBackend, type PoolOptions } from "./pooled-backend.ts";

/** For the tests of sandboxes in store: a pool over a real bubblewrap, and tools to run in it. */
export interface Store {
  readonly backend: PooledBackend;
  readonly directory: string;
  readonly workspace: string;
  /** The body of `async (input) => …`, as a plan and the file that it names. */
  tool(body: string, more?: Partial<PlanRequest>, plan?: Partial<SandboxPlan>): Tool;
  close(): Promise<void>;
}

export interface Tool {
  readonly plan: SandboxPlan;
  run(input?: unknown, options?: RunOptions): Promise<SandboxResult>;
  /** Until one stands ready for it. */
  untilReady(): Promise<void>;
}

export async function openStore(options: PoolOptions = {}, egress: Partial<EgressDoors> = {}): Promise<Store> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "airlock-store-")));
  chmodSync(directory, 0o711);
  const workspace = join(directory, "workspace");
  mkdirSync(workspace);
  const machine = withSealedNode(probeMachine(process.execPath), directory);
  const backend = new PooledBackend(await BubblewrapBackend.open(machine, egress), options);
  return {
    backend,
    directory,
    workspace,
    tool(body, more = {}, changed = {}) {
      const code = bundleOf(body);
      const sha256 = createHash("sha256").update(code).digest("hex");
      const bundlePath = join(directory, `${sha256.slice(0, 16)}.mjs`);
      writeFileSync(bundlePath, code);
      const made = buildSandboxPlan(
        {
          policy: { filesystem: { read: ["${workspace}/**"], write: ["${workspace}/**"] }, exec: "allow" },
          grant: ACCESS_GRANTS.elevated,
          unspecified: "nothing",
          roots: { workspace },
          command: { kind: "bundle", sha256 },
          ...more,
        },
        machine,
      );
      if (!made.ok) throw new Error(`${made.code}: ${made.message}`);
      const plan = { ...made.value, ...changed };
      return {
        plan,
        run: (input = null, runOptions = {}) =>
          backend.run(plan, { stdin: JSON.stringify({ input, context: {} }), bundlePath, ...runOptions }),
        untilReady: async () => {
          const key = planKey(plan);
          while (!backend.poolState().some((state) => state.key === key && state.ready > 0)) await sleep(20);
        },
      };
    },
    async close() {
      await backend.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Our own children and theirs, of which the command line has this in it. */
export function descendantsRunning(mark: string): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    const parent = /^PPid:\s*(\d+)$/m.exec(readOrEmpty(`/proc/${name}/status`))?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isOurs = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === process.pid || isOurs(parent));
  };
  return [...parents.keys()].filter((pid) => isOurs(pid) && readOrEmpty(`/proc/${pid}/cmdline`).includes(mark));
}

/** Whether it runs: one that has ended may be listed until somebody asks for its status. */
export function isRunning(pid: number): boolean {
  return /^State:\s*[^ZX\s]/m.test(readOrEmpty(`/proc/${pid}/status`));
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
