/** One row of "what holds for this agent with this tool": a value, and where it is written. */
export interface EffectiveLine {
  readonly field: EffectiveField;
  readonly value: string;
  /** `class safety.write`, `level restricted`, `trust in web`, `profile careful, rule 2`, `agent entry`, `tool`, `together` … */
  readonly from: string;
  /** False: it is written there, but something else is stricter. What binds is what holds. */
  readonly binds: boolean;
  /** Why, where whoever wrote it said so. */
  readonly reason?: string;
}

export const EFFECTIVE_FIELDS = [
  "verdict",
  "voters",
  "approval_minutes",
  "attempts",
  "audit",
  "cleaning",
  "level",
  "file_system",
  "network",
  "git",
  "terminal",
  "commands",
  "code_execution",
  "deployment",
  "read",
  "write",
  "hosts",
  "wallSeconds",
  "cpuSeconds",
  "memoryMb",
  "processes",
  "outputBytes",
  "fileMb",
  "backends",
  "forbidden",
  "max_invocations",
  "only_after",
  "budget",
  "gate",
] as const;
export type EffectiveField = (typeof EFFECTIVE_FIELDS)[number];

/** Something that was said about a field. */
export interface Said<Value> {
  readonly value: Value;
  readonly from: string;
  readonly reason?: string;
}

/** Of what was said, the strictest binds; whoever said the same binds as well. */
export function strictestSaid<Value>(
  field: EffectiveField,
  said: readonly Said<Value>[],
  strictnessOf: (value: Value) => number,
  write: (value: Value) => string = String,
): EffectiveLine[] {
  const most = Math.max(...said.map(({ value }) => strictnessOf(value)));
  return said.map(({ value, ...rest }) => ({
    field,
    value: write(value),
    ...rest,
    binds: strictnessOf(value) === most,
  }));
}

/** Of lists it is what all of them have in common that holds: a line of its own, unless it is just what one of them says. */
export function commonSaid(
  field: EffectiveField,
  said: readonly Said<readonly string[]>[],
  common: readonly string[] | undefined,
): EffectiveLine[] {
  if (common === undefined) return [];
  const alone = said.length === 1 && said.every(({ value }) => list(value) === list(common));
  const lines = said.map(({ value, ...rest }) => ({ field, value: list(value), ...rest, binds: alone }));
  return alone ? lines : [{ field, value: list(common), from: "together", binds: true }, ...lines];
}

/** An empty list is a stance: it allows nothing. */
export function list(values: readonly string[]): string {
  return values.length === 0 ? "nothing" : values.join(", ");
}
