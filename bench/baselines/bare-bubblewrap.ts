import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Machine } from "#lib/sandbox/machine.ts";

/**
 * The baseline of starting a sandbox: bubblewrap by itself around the same program.
 *
 * Fair, because it is the least that still is a sandbox: all namespaces are its own, of the host it sees the system's programs
 * and nothing else, and it ends with whoever started it. No limits, no filter of system calls, no user of its own, no
 * egress channel, no control group. It is started by a process that does nothing else and is smaller than our own.
 */
export const BARE_BUBBLEWRAP = "bench/baselines/bare-bubblewrap.ts";

const HERE = dirname(fileURLToPath(import.meta.url));

/** A program for bare launchers: its arguments where the host's paths hold, and where our files are mounted. */
export interface BareProgram {
  readonly argv: readonly [string, ...string[]];
  /** Null: it reads nothing. */
  readonly input: string | null;
  /** Read-only, at other places inside. */
  readonly mounts: Readonly<Record<string, string>>;
}

export function bareBubblewrap(
  { bubblewrap, systemLinks, systemDirectories }: Machine,
  { argv, mounts }: BareProgram,
): [string, ...string[]] {
  if (!bubblewrap) throw new Error("This machine has no bubblewrap.");
  const visible = [...systemDirectories.map((path) => [path, path]), ...Object.entries(mounts)];
  return [
    bubblewrap.path,
    ...["--unshare-all", "--die-with-parent", "--new-session", "--clearenv"],
    ...systemLinks.flatMap(({ path, target }) => ["--symlink", target, path]),
    ...visible.flatMap(([source = "", target = ""]) => ["--ro-bind", source, target]),
    ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"],
    ...["--", ...argv],
  ];
}

/** The program that does nothing. */
export const TRUE: BareProgram = { argv: ["/usr/bin/true"], input: null, mounts: {} };

/** A bundle with one call, run by the least of a runner, at the host's paths. */
export function nodeAtHost(nodePath: string, bundle: string, input: string): BareProgram {
  return { argv: [nodePath, `${HERE}/bare-tool.mjs`, bundle], input, mounts: {} };
}

/** The same with its files mounted, for what shows nothing of the host. */
export function nodeInside(nodePath: string, bundle: string, input: string): BareProgram {
  return {
    argv: ["/bare/node", "/bare/runner.mjs", "/bare/tool.mjs"],
    input,
    mounts: { [nodePath]: "/bare/node", [`${HERE}/bare-tool.mjs`]: "/bare/runner.mjs", [bundle]: "/bare/tool.mjs" },
  };
}
