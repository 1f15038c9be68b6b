import type { ToolPolicy } from "#lib/policy/tool-policy.ts";

type Limits = NonNullable<ToolPolicy["limits"]>;

/** What the shipped tools are held to; a tool names what it needs more, or less, of. */
export function limits(own: Partial<Omit<Limits, "hard">> & { wallSeconds: number }): Limits {
  return {
    cpuSeconds: 10,
    memoryMb: 512,
    processes: 64,
    outputBytes: 4_194_304,
    fileMb: 1,
    ...own,
    hard: ["wallSeconds", "outputBytes", "fileMb"],
  };
}
