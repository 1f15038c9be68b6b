import { type Backend, CATEGORIES, type Category } from "#lib/policy/vocabulary.ts";
import { chooseBackends } from "#lib/sandbox/select/choose-backends.ts";
import type { SelfTestReport } from "#lib/sandbox/self-test/report.ts";
import { configuredBackend, DEFAULT_SANDBOXING, type Sandboxing } from "./sandboxing.ts";

/** What a document comes to on a machine, for `airlock doctor` and the Settings page. */
export interface SandboxingDescription {
  readonly categories: readonly CategoryDescription[];
  /** What is written and does nothing here, each with its reason. */
  readonly withoutEffect: readonly { readonly key: string; readonly why: string }[];
  readonly lifecycle: Sandboxing["lifecycle"];
  readonly logShipping: Sandboxing["log_shipping"];
}

export interface CategoryDescription {
  readonly category: Category;
  readonly configured: Backend;
  /** Who runs such calls, the preferred first; empty: they are refused. */
  readonly servedBy: readonly Backend[];
  /** Why they are refused. */
  readonly reason?: string;
}

export function describeSandboxing(
  sandboxing: Sandboxing,
  reports: readonly Pick<SelfTestReport, "name" | "offered">[],
): SandboxingDescription {
  const offered = reports.filter((report) => report.offered).map(({ name }) => name);
  return {
    categories: CATEGORIES.map((category) => describeCategory(category, sandboxing, offered)),
    withoutEffect: idleKeys(sandboxing),
    lifecycle: sandboxing.lifecycle,
    logShipping: sandboxing.log_shipping,
  };
}

function describeCategory(
  category: Category,
  sandboxing: Sandboxing,
  offered: readonly Backend[],
): CategoryDescription {
  const configured = configuredBackend(sandboxing, category);
  const chosen = chooseBackends({ category }, sandboxing, offered);
  if (chosen.ok) return { category, configured, servedBy: chosen.value };
  return { category, configured, servedBy: [], reason: chosen.message };
}

/** Keys of the backends that are not here; those that narrow a plan hold whichever backend runs it. */
function idleKeys(sandboxing: Sandboxing): { key: string; why: string }[] {
  const { docker, kubernetes, process } = sandboxing;
  const standard = DEFAULT_SANDBOXING;
  const isNamed = (backend: Backend): boolean =>
    CATEGORIES.some((category) => configuredBackend(sandboxing, category) === backend);
  const differs = (section: "docker" | "kubernetes"): boolean =>
    JSON.stringify(sandboxing[section]) !== JSON.stringify(standard[section]);
  const idle: { key: string; why: string }[] = [];
  const note = (applies: boolean, key: string, why: string): void => {
    if (applies) idle.push({ key, why });
  };
  const noDocker = "docker is not a backend of this version; a local one stands in for it";
  note(!isNamed("docker") && differs("docker"), "docker", "no kind of tool is configured for docker");
  note(isNamed("docker") && docker.image !== undefined, "docker.image", noDocker);
  note(isNamed("docker") && !docker.auto_remove, "docker.auto_remove", "nothing of a sandbox is ever kept");
  note(
    isNamed("docker") && !docker.dns_allowed,
    "docker.dns_allowed",
    "no sandbox resolves names itself; the proxy does",
  );
  note(
    isNamed("docker") && !docker.loopback_allowed,
    "docker.loopback_allowed",
    "the loopback of a sandbox is its own, and leads nowhere else",
  );
  note(!isNamed("kubernetes") && differs("kubernetes"), "kubernetes", "no kind of tool is configured for kubernetes");
  const noCluster = "kubernetes is not a backend of this version; a local one stands in for it";
  note(isNamed("kubernetes") && kubernetes.namespace !== undefined, "kubernetes.namespace", noCluster);
  note(
    isNamed("kubernetes") && Object.keys(kubernetes.resource_requests).length > 0,
    "kubernetes.resource_requests",
    noCluster,
  );
  note(!process.restricted_path, "process.restricted_path", "the path of a tool is /usr/bin:/bin in any case");
  return idle;
}
