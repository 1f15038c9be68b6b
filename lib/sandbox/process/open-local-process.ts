import type { Sandboxing } from "#lib/sandbox/config/sandboxing.ts";
import type { Machine } from "#lib/sandbox/machine.ts";
import { notOffered, type Opened } from "#lib/sandbox/select/opened.ts";
import { endLeftovers } from "./end-leftovers.ts";
import { LocalProcessSandbox } from "./local-process.ts";
import { planProcess } from "./plan-process.ts";
import { testProcess } from "./test-process.ts";

const CANNOT =
  "Confines neither files nor network: it runs only tools whose policy and level give them the whole machine, and no code, terminal, web, database or MCP calls.";

/** Only where the document names it, and only where what a call leaves behind can be found and ended. */
export async function openLocalProcess(machine: Machine, sandboxing: Sandboxing): Promise<Opened> {
  const named = [sandboxing.default_backend, ...Object.values(sandboxing.overrides)].includes("process");
  if (!named) return notOffered("process", "The sandboxing document does not name it.");
  const obstacle = whyNotProcess(machine);
  if (obstacle) return notOffered("process", obstacle);
  endLeftovers(machine.cgroups.map(({ directory }) => directory));
  const backend = new LocalProcessSandbox(machine);
  const checks = await testProcess(backend, machine);
  const failed = checks.filter(({ holds }) => !holds).map(({ name }) => name);
  if (failed.length > 0) {
    await backend.close();
    const { report } = notOffered("process", `Not so: ${failed.join("; ")}.`);
    return { report: { ...report, checks } };
  }
  return {
    report: { name: "process", offered: true, tier: "weaker", reason: CANNOT, checks },
    proved: { backend, plan: (request) => planProcess(request, machine) },
  };
}

function whyNotProcess({ platform, programs, cgroups }: Machine): string | null {
  if (platform !== "linux") return "A plain process needs Linux.";
  if (!programs.sh || !programs.env || !programs.setpriv || !programs.prlimit)
    return "sh, env, setpriv or prlimit is missing.";
  return cgroups.length > 0
    ? null
    : "Without a control group a process that leaves its group would outlive its call, and here we can make none.";
}
