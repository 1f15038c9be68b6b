import type { Backend } from "#lib/policy/vocabulary.ts";
import type { SelfTestReport } from "#lib/sandbox/self-test/report.ts";
import type { Proved } from "./select-plan.ts";

/** What came of opening a backend: its report, and itself only where that says so. */
export interface Opened {
  readonly report: SelfTestReport;
  readonly proved?: Proved;
}

export function notOffered(name: Backend, reason: string, version?: string): Opened {
  const report = { name, offered: false, tier: "none" as const, reason, checks: [] };
  return { report: version === undefined ? report : { ...report, version } };
}
