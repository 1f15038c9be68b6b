import { expect, test } from "vitest";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import { buildSandboxPlan } from "#lib/sandbox/build-plan.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import { ROOT_MACHINE } from "#lib/sandbox/reference-machines.ts";
import { planKey } from "./plan-key.ts";

const made = buildSandboxPlan(
  {
    policy: {
      filesystem: { read: ["${workspace}/**", "/data/**"], write: [] },
      network: { mode: "allowlist", hosts: ["a.example:443"] },
      environment: { allow: ["TZ"] },
      exec: "deny",
    },
    grant: ACCESS_GRANTS.elevated,
    roots: { workspace: "/srv/w" },
    command: { kind: "bundle", sha256: "0".repeat(64) },
    environment: { TZ: "UTC" },
    egressClass: "read_only",
    requires: { secrets: ["token"], headers: [{ secret: "key", host: "a.example:443", header: "authorization" }] },
  } as Parameters<typeof buildSandboxPlan>[0],
  ROOT_MACHINE,
);
if (!made.ok) throw new Error(made.message);
const PLAN: SandboxPlan = { ...made.value, lifecycle: "per-call" };

/** Every plan that differs from this one in a single value, or by a value that is not there. */
function neighbours(value: unknown): unknown[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => [
      value.toSpliced(index, 1),
      ...neighbours(item).map((other) => value.with(index, other)),
    ]);
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([name, item]) => [
      Object.fromEntries(Object.entries(value).filter(([other]) => other !== name)),
      ...neighbours(item).map((other) => ({ ...value, [name]: other })),
    ]);
  if (typeof value === "number") return [value + 1];
  if (typeof value === "boolean") return [!value];
  return [`${String(value)}x`];
}

test("every single part of a plan is part of its key: another plan never finds this one's sandbox", () => {
  const others = neighbours(PLAN) as SandboxPlan[];
  expect(others.length).toBeGreaterThan(100);
  expect(others.filter((other) => planKey(other) === planKey(PLAN))).toEqual([]);
});

test("the same plan written in another order is the same plan", () => {
  const reversed = Object.fromEntries(Object.entries(PLAN).reverse()) as SandboxPlan;
  expect(planKey(reversed)).toBe(planKey(PLAN));
});
