import { existsSync } from "node:fs";
import type { PlanRequest } from "#lib/sandbox/build-plan.ts";
import type { Machine } from "#lib/sandbox/machine.ts";
import { notOffered, type Opened } from "#lib/sandbox/select/opened.ts";
import { planSeatbelt, SANDBOX_EXEC, SeatbeltSandbox } from "./seatbelt.ts";
import { testSeatbelt } from "./test-seatbelt.ts";

const CANNOT =
  "No network, no credentials, no tools that start processes, no kernel limit on memory; the workspace is at its own path, not at /workspace.";

export async function openSeatbelt(machine: Machine): Promise<Opened> {
  if (machine.platform !== "darwin") return notOffered("seatbelt", "seatbelt needs macOS.");
  if (!existsSync(SANDBOX_EXEC)) return notOffered("seatbelt", `${SANDBOX_EXEC} is missing.`);
  // Stepping down would take setpriv, which macOS has not: as root a tool would be root to everything it may touch.
  if (machine.root) return notOffered("seatbelt", "A dispatcher on macOS must not be root.");
  const backend = new SeatbeltSandbox(machine);
  const plan = (request: PlanRequest) => planSeatbelt(request, machine);
  const checks = await testSeatbelt(backend, plan);
  const failed = checks.filter(({ holds }) => !holds).map(({ name }) => name);
  if (failed.length === 0) {
    const report = { name: backend.name, offered: true, tier: "weaker" as const, reason: CANNOT, checks };
    return { report, proved: { backend, plan } };
  }
  await backend.close();
  const { report } = notOffered("seatbelt", `Not so: ${failed.join("; ")}.`);
  return { report: { ...report, checks } };
}
