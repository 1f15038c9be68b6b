import { posix } from "node:path";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";

/**
 * A plan as a Seatbelt profile: everything is denied, and then what the plan has is allowed by its path. Paths have to be
 * real ones, because the kernel compares what a path leads to: on macOS /tmp is a link to /private/tmp.
 */
export interface ProfileInputs {
  readonly plan: SandboxPlan;
  /** Further files that the tool needs to run at all: its Node, its bundle. */
  readonly readable: readonly string[];
}

/** Where programs and libraries of the system live. */
const SYSTEM = ["/usr", "/bin", "/sbin", "/System", "/Library/Apple"];
const READABLE_DEVICES = ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom", "/dev/fd", "/dev/stdin"];
const WRITABLE_DEVICES = ["/dev/null", "/dev/zero", "/dev/stdout", "/dev/stderr"];

export function seatbeltProfile({ plan, readable }: ProfileInputs): string {
  const own = plan.mounts.filter(({ from }) => from !== "runtime");
  const roots = [...SYSTEM, ...readable, ...own.map(({ source }) => source)];
  const writable = own.filter(({ mode }) => mode === "rw").map(({ source }) => source);
  return [
    "(version 1)",
    "(deny default)",
    ...rule("allow process-exec", roots.map(subpath)),
    plan.exec === "allow" ? "(allow process-fork)" : "(deny process-fork)",
    "(allow process-info* (target self))",
    "(allow signal (target self))",
    "(allow sysctl-read)",
    // To walk to a directory is to look at those above it; their contents stay unseen.
    ...rule("allow file-read-metadata", ancestorsOf(roots).map(literal)),
    ...rule("allow file-read*", [...roots.map(subpath), ...READABLE_DEVICES.map(literal)]),
    ...rule("allow file-map-executable", roots.map(subpath)),
    ...rule("allow file-write*", writable.map(subpath)),
    ...rule("allow file-write-data", WRITABLE_DEVICES.map(literal)),
    "(deny network*)",
    "",
  ].join("\n");
}

function rule(operation: string, filters: readonly string[]): string[] {
  return filters.length === 0 ? [] : [`(${operation}\n${[...new Set(filters)].map((it) => `  ${it}`).join("\n")})`];
}

function subpath(path: string): string {
  return `(subpath ${quoted(path)})`;
}

function literal(path: string): string {
  return `(literal ${quoted(path)})`;
}

/** The profile is a program: a path that ended its own quotation would be a rule. */
function quoted(path: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those have no place in a profile
  if (!path.startsWith("/") || /[\u0000-\u001f\u007f]/.test(path)) throw new Error("A path that no profile can name.");
  return `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

function ancestorsOf(paths: readonly string[]): string[] {
  const found = new Set<string>();
  for (const path of paths) {
    for (let at = posix.dirname(path); ; at = posix.dirname(at)) {
      found.add(at);
      if (at === "/") break;
    }
  }
  return [...found].sort();
}
