import { posix } from "node:path";
import { bareHost, matchesHost } from "#lib/policy/gate/host-pattern.ts";
import { matchesGlob } from "#lib/policy/glob.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { Use } from "./use.ts";

/** What is wrong with a use under a policy, and how to mend it; nothing when the policy declares it. */
export function undeclared(use: Use, policy: ToolPolicy, secrets: readonly string[] = []): string | undefined {
  const { filesystem = {}, network, environment, exec } = policy;
  switch (use.kind) {
    case "fs.read":
      if (isOwnSecret(use, secrets)) return undefined;
      return ofFiles(use, filesystem.read ?? [], "reads files", "policy.filesystem.read");
    case "fs.write":
      return ofFiles(use, filesystem.write ?? [], "writes files", "policy.filesystem.write");
    case "fs.look":
      if (isOwnSecret(use, secrets)) return undefined;
      // The way to a declared file leads through folders that nobody declares.
      return (filesystem.read?.length ?? 0) + (filesystem.write?.length ?? 0) > 0
        ? undefined
        : mend("looks at files", "policy.filesystem.read", undefined);
    case "net":
      return ofNetwork(use, network);
    case "env":
      return environment?.allow.includes(use.target ?? "")
        ? undefined
        : mend(`reads the variable ${use.target}`, "policy.environment.allow", use.target);
    case "exec":
      return exec === "allow" ? undefined : mend("starts other programs", "policy.exec", "allow");
    case "unanalysable":
      return `cannot be checked, because ${use.why}. Remove it.`;
  }
}

/** Credentials are declared in the contract, and the sandbox mounts those that it names and no others. */
function isOwnSecret({ target }: Use, secrets: readonly string[]): boolean {
  return secrets.length > 0 && /^\/run\/secrets\/[a-z0-9][a-z0-9_.-]*$/.test(target ?? "");
}

function mend(does: string, field: string, value: string | undefined): string {
  return `${does}, which the policy does not declare. Widen ${field}${value ? ` (${value})` : ""} or remove it.`;
}

/** The agent's roots, as they appear inside the sandbox; a relative path starts in the first. */
const ROOTS = { "${workspace}": "/workspace", "${project}": "/project" };

function ofFiles({ target }: Use, globs: readonly string[], does: string, field: string): string | undefined {
  const path =
    target === undefined || target.startsWith("file:") ? undefined : posix.resolve(ROOTS["${workspace}"], target);
  // Every call has a /tmp of its own.
  if (path?.startsWith("/tmp/")) return undefined;
  const inside = globs.map((glob) =>
    glob.replace(/^\$\{(workspace|project)\}/, (root) => ROOTS[root as keyof typeof ROOTS]),
  );
  const isDeclared = path === undefined ? globs.length > 0 : inside.some((glob) => matchesGlob(glob, path));
  return isDeclared ? undefined : mend(does, field, path);
}

function ofNetwork({ what, target }: Use, network: ToolPolicy["network"]): string | undefined {
  if (network?.mode === "open") return undefined;
  const hosts = network?.mode === "allowlist" ? (network.hosts ?? []) : [];
  if (hosts.length === 0) return mend("uses the network", "policy.network", undefined);
  if (what !== "fetch" || target === undefined || !URL.canParse(target)) return undefined;
  const url = new URL(target);
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  const isListed = hosts.some((pattern) => matchesHost(pattern, { host: bareHost(url), port }));
  return isListed ? undefined : mend(`talks to ${url.host}`, "policy.network.hosts", `${bareHost(url)}:${port}`);
}
