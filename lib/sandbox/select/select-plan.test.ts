import { describe, expect, test } from "vitest";
import { type Outcome, refuse } from "#lib/errors/outcome.ts";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { Backend } from "#lib/policy/vocabulary.ts";
import { buildSandboxPlan, type PlanRequest } from "#lib/sandbox/build-plan.ts";
import { LAYERED } from "#lib/sandbox/config/layered.fixture.ts";
import { loadSandboxing } from "#lib/sandbox/config/load-sandboxing.ts";
import type { Sandboxing } from "#lib/sandbox/config/sandboxing.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import { planProcess } from "#lib/sandbox/process/plan-process.ts";
import { ROOT_MACHINE } from "#lib/sandbox/reference-machines.ts";
import { refusedResult } from "#lib/sandbox/refused-result.ts";
import { type Proved, selectPlan } from "./select-plan.ts";
import { selectingRuntime } from "./selecting-runtime.ts";

function load(text: string): Sandboxing {
  const loaded = loadSandboxing(text);
  if (!loaded.ok) throw new Error(loaded.message);
  return loaded.value;
}

function proved(name: Backend, plan: (request: PlanRequest) => Outcome<SandboxPlan>): Proved {
  return {
    plan,
    backend: {
      name,
      run: async (given) => ({ ...refusedResult(name, refuse("no_sandbox")), stdout: `${name} runs ${given.backend}` }),
      open: async () => refuse("no_sandbox"),
      close: async () => {},
    },
  };
}

const BUBBLEWRAP = proved("bubblewrap", (request) => buildSandboxPlan(request, ROOT_MACHINE));
const PROCESS = proved("process", (request) => planProcess(request, ROOT_MACHINE));
const firejail = (plan: Proved["plan"]): Proved => proved("firejail", plan);

const WHOLE: ToolPolicy = {
  filesystem: { read: ["/**"], write: ["/**"] },
  network: { mode: "open" },
  exec: "allow",
};
const OWN: ToolPolicy = {
  filesystem: { read: ["${workspace}/**"], write: [] },
  network: { mode: "none" },
  exec: "deny",
};

function request(policy: ToolPolicy, more: Partial<PlanRequest> = {}): PlanRequest {
  return {
    policy,
    grant: ACCESS_GRANTS.elevated,
    roots: { workspace: "/srv/ws/a1" },
    command: { kind: "argv", argv: ["true"] },
    category: "file_system",
    ...more,
  };
}

const layered = load(LAYERED);
const wide = load("sandboxing:\n  default_backend: subprocess\n  subprocess: { workspace_only: false }\n");

describe("the plan of a call", () => {
  test("is the configured backend's where that can hold it, and a stronger one's where not", () => {
    const backendOf = (policy: ToolPolicy, sandboxing: Sandboxing) => {
      const plan = selectPlan(request(policy), sandboxing, [BUBBLEWRAP, PROCESS]);
      return plan.ok ? plan.value.backend : plan.code;
    };
    expect(backendOf(WHOLE, wide)).toBe("process");
    expect(backendOf(OWN, wide)).toBe("bubblewrap");
    // Kept to its project it no longer is given the whole machine, so a plain process cannot hold it.
    expect(backendOf(WHOLE, layered)).toBe("bubblewrap");
  });

  test("is not handed to a next backend when the policy itself is what cannot be", () => {
    let asked = false;
    const lenient = firejail((it) => {
      asked = true;
      return buildSandboxPlan({ ...it, backend: "bubblewrap", policy: OWN }, ROOT_MACHINE);
    });
    const etc = { ...OWN, filesystem: { read: ["/etc/**"], write: [] } };
    expect(selectPlan(request(etc), wide, [BUBBLEWRAP, PROCESS, lenient])).toMatchObject({ code: "path_refused" });
    expect(asked).toBe(false);
  });

  test("is refused with the reason of the strongest, where none can hold it", () => {
    const weak = firejail(() => refuse("no_sandbox", "firejail cannot."));
    const strong = proved("bubblewrap", () => refuse("limit_unenforceable", "bubblewrap cannot."));
    const refusal = selectPlan(request(OWN), wide, [weak, strong, PROCESS]);
    expect(refusal).toMatchObject({ ok: false, message: expect.stringContaining("bubblewrap cannot.") });
  });

  test("is narrowed by the document, and lives as long as it says", () => {
    const sandboxing = load("sandboxing:\n  overrides: { web: docker }\n  lifecycle: { strategy: per-task }\n");
    const plan = selectPlan(request(WIDE_WEB, { category: "web" }), sandboxing, [BUBBLEWRAP]);
    expect(plan).toMatchObject({ ok: true, value: { lifecycle: "per-task", network: { mode: "none" } } });
    const once = selectPlan(request(OWN), layered, [BUBBLEWRAP]);
    expect(once.ok && once.value.lifecycle).toBeUndefined();
  });
});

const WIDE_WEB: ToolPolicy = { ...OWN, network: { mode: "allowlist", hosts: ["a.example:443"] } };

test("a plan is run by the backend it is for, and by no other", async () => {
  const runtime = selectingRuntime({ proved: [PROCESS, BUBBLEWRAP], reports: [], sandboxing: wide });
  expect(runtime.name).toBe("bubblewrap");
  const plan = selectPlan(request(OWN), wide, [BUBBLEWRAP]);
  if (!plan.ok) throw new Error(plan.message);
  expect((await runtime.run(plan.value, {})).stdout).toBe("bubblewrap runs bubblewrap");
  const foreign = { ...plan.value, backend: "docker" as const };
  expect(await runtime.run(foreign, {})).toMatchObject({ stdout: "", error: { code: "no_sandbox" } });
  expect(await runtime.open(foreign, {})).toMatchObject({ ok: false, code: "no_sandbox" });
});
