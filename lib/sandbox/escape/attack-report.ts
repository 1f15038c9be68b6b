import type { Backend } from "#lib/policy/vocabulary.ts";
import type { SelfTestReport } from "#lib/sandbox/self-test/report.ts";
import type { Answer, Group, Way } from "./probe.ts";
import type { Host } from "./probes/host.ts";

export interface AttackOrder {
  /** Empty, and the attacker's own. */
  readonly directory: string;
  readonly mark: string;
  readonly leaked: Host["leaked"];
  /** A directory that one way of planning names; the program with the set-user bit is in it. */
  readonly named: string;
  readonly setUserProgram: string | null;
}

/** Without any sandbox, or with namespaces alone: where a probe reaches something, it bites. */
export type Control = "bare" | "namespaces";

export interface Finding {
  readonly backend: Backend;
  readonly way: Way;
  readonly probe: string;
  readonly reached: boolean;
  readonly answer: Answer;
}

/** A way that a backend does not offer at all. */
export interface Declined {
  readonly backend: Backend;
  readonly way: Way;
  readonly code: string;
}

export interface AttackReport {
  readonly tiers: Readonly<Partial<Record<Backend, SelfTestReport["tier"]>>>;
  /** What each backend of this machine said of itself. */
  readonly reasons: readonly string[];
  readonly probes: readonly { readonly name: string; readonly group: Group; readonly bites: Control | null }[];
  readonly findings: readonly Finding[];
  readonly declined: readonly Declined[];
  /** Of each command that does not want to end: how many of its processes were left when its call was over. */
  readonly left: readonly { readonly backend: Backend; readonly bomb: string; readonly processes: number }[];
  /** What cannot be held here, and the code of the refusal when a plan asks for it; null where it was planned. */
  readonly refusals: Readonly<Record<string, string | null>>;
}
