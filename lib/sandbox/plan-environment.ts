import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { SandboxPlan } from "./plan.ts";

/**
 * Names that change what code runs, or that look like a secret. A policy cannot let them in: the first would hand the
 * tool's process to whoever sets them, the second would put a secret into a plan, which people read.
 */
const CHANGES_CODE =
  /^(LD_|DYLD_|NODE_|NPM_|PYTHON|PERL|RUBY|BASH_|GIT_|JAVA_|_JAVA|GLIBC_|MALLOC_)|^(PATH|ENV|IFS|SHELLOPTS|CDPATH|HOME|TMPDIR)$/i;
const CONCERNS_US = /^(AIRLOCK_|PG|DATABASE_URL$)|_proxy$/i;
const LOOKS_SECRET =
  /(^|_)(KEY|KEYS|TOKEN|SECRET|SECRETS|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|AUTH|COOKIE|SESSION)(_|$)/i;

export interface PlannedEnvironment {
  readonly environment: Record<string, string>;
  /** Names that the policy lists and the plan leaves out. */
  readonly left: string[];
}

/** What the tool finds in its environment: a fixed base, and the listed names that exist and are harmless. */
export function planEnvironment(
  policy: ToolPolicy["environment"],
  values: Readonly<Record<string, string | undefined>>,
): PlannedEnvironment {
  const environment: Record<string, string> = { PATH: "/usr/bin:/bin", HOME: "/tmp", LANG: "C.UTF-8" };
  const left: string[] = [];
  for (const name of policy?.allow ?? []) {
    const value = values[name];
    if (CHANGES_CODE.test(name) || CONCERNS_US.test(name) || LOOKS_SECRET.test(name)) left.push(name);
    else if (value !== undefined && !value.includes("\0")) environment[name] = value;
  }
  return { environment, left };
}

const HTTPS_NAME = /^([A-Za-z0-9][A-Za-z0-9.-]*):443$/;

/**
 * Where only seen requests go out, git asks the proxy in plain words for what it would have asked in TLS, and the proxy
 * speaks TLS to the host. Our own tools are told by the first of these, others by git's own configuration, for each listed name.
 */
export function gitEnvironment({ git, hosts }: SandboxPlan["network"]): Record<string, string> {
  if (git === undefined) return {};
  const names = hosts.flatMap((host) => HTTPS_NAME.exec(host)?.[1] ?? []);
  const settings = names.flatMap((name, index) => [
    [`GIT_CONFIG_KEY_${index}`, `url.http://${name}:443/.insteadOf`],
    [`GIT_CONFIG_VALUE_${index}`, `https://${name}/`],
  ]);
  return {
    VCS_ACCESS: git,
    GIT_CONFIG_COUNT: `${names.length}`,
    ...Object.fromEntries(settings),
  };
}
