import type { GroupOrder } from "#lib/sandbox/bubblewrap/launch.ts";

/** One contained process as data: what is started, with what, and what ends it. */
export interface ContainedLaunch {
  /** The whole command line; the first is an absolute path. */
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly workingDirectory: string;
  readonly groups: readonly GroupOrder[];
  /** Null for a conversation. */
  readonly stdin: Uint8Array | null;
  readonly wallMs: number;
  readonly outputBytes: number;
  readonly cpuMs: number;
}

/**
 * What the command finds beside its input. Its own output comes to us apart from its launcher's: what a launcher says about
 * the host is not the tool's output.
 */
export const DESCRIPTORS = { answer: 3, reached: 4, stdout: 5, stderr: 6 } as const;

/**
 * The last step before the command: goes to its directory, says that everything before it worked, takes the command's own
 * output, closes what is not the command's, and becomes it. Without its word a failure is the launcher's.
 */
export function sayReached(sh: string, directory: string, answers: boolean, command: readonly string[]): string[] {
  const { answer, reached, stdout, stderr } = DESCRIPTORS;
  const script = [
    'cd "$1" || exit 126; shift',
    `echo 1 >&${reached}`,
    `exec 1>&${stdout} 2>&${stderr} ${reached}>&- ${stdout}>&- ${stderr}>&-`,
    ...(answers ? [] : [`exec ${answer}>&-`]),
    'exec "$@"',
  ].join("; ");
  return [sh, "-c", script, "sh", directory, ...command];
}
