import { pickTexts, pickValues } from "./pick-values.ts";
import type { PolicyPath, PolicyProblem } from "./policy-problem.ts";

/** Which tools each tool waits for. */
type Waits = ReadonlyMap<string, readonly string[]>;

/** Tools that wait for each other never run. Looked for within each profile, and in what the profiles of an agent say together. */
export function checkCycles(document: unknown): PolicyProblem[] {
  const profiles = new Map(
    pickValues(document, "profiles", "*").map(({ at, value }) => [
      String(at.at(-1)),
      { at, value, waits: waitsIn(value) },
    ]),
  );
  const own = [...profiles.values()].flatMap(({ at, value, waits }) => {
    const cycle = findCycle(waits);
    const first = pickTexts(value, "rules", "*", "tool").find(({ text }) => text === cycle?.[0]);
    return problem([...at, ...(first?.at.slice(0, -1) ?? []), "only_after"], cycle);
  });
  if (own.length > 0) return own;
  // Many agents have the same profiles; each choice of them is looked at once.
  const cycles = new Map<string, string[] | undefined>();
  return pickValues(document, "agents", "*", "profiles").flatMap(({ at, value }) => {
    const names = [...new Set(pickTexts(value, "*").map(({ text }) => text))].sort();
    const key = names.join(" ");
    if (!cycles.has(key)) cycles.set(key, findCycle(together(names.map((name) => profiles.get(name)?.waits))));
    return problem(at, cycles.get(key), " in the profiles of this agent together");
  });
}

/** At a rule of the cycle, or at the choice of profiles that makes it. */
function problem(at: PolicyPath, cycle: readonly string[] | undefined, where = ""): PolicyProblem[] {
  if (cycle === undefined) return [];
  const [first = "", ...others] = cycle;
  const chain = [...others, first].map((name) => `after ${name}`).join(", which runs only ");
  return [
    { at, message: `${first} runs only ${chain}${where}: none of them could ever run. Take one only_after out.` },
  ];
}

function waitsIn(profile: unknown): Waits {
  const waits = new Map<string, string[]>();
  for (const { value } of pickValues(profile, "rules", "*")) {
    const [tool] = pickTexts(value, "tool");
    const after = pickTexts(value, "only_after", "*").map(({ text }) => text);
    if (tool && after.length > 0) waits.set(tool.text, [...(waits.get(tool.text) ?? []), ...after]);
  }
  return waits;
}

function together(all: readonly (Waits | undefined)[]): Waits {
  const waits = new Map<string, string[]>();
  for (const some of all) {
    for (const [tool, after] of some ?? []) waits.set(tool, [...(waits.get(tool) ?? []), ...after]);
  }
  return waits;
}

/** Depth first with a stack of its own: a chain of rules may be longer than what a program's stack can hold. */
function findCycle(waits: Waits): string[] | undefined {
  const done = new Set<string>();
  for (const start of waits.keys()) {
    const way: { tool: string; next: Iterator<string> }[] = [];
    const onWay = new Set<string>();
    const enter = (tool: string) => {
      way.push({ tool, next: (waits.get(tool) ?? [])[Symbol.iterator]() });
      onWay.add(tool);
    };
    if (!done.has(start)) enter(start);
    for (let last = way.at(-1); last; last = way.at(-1)) {
      const { value: after, done: isLeft } = last.next.next();
      if (isLeft) {
        done.add(last.tool);
        onWay.delete(last.tool);
        way.pop();
      } else if (onWay.has(after)) {
        return way.slice(way.findIndex(({ tool }) => tool === after)).map(({ tool }) => tool);
      } else if (!done.has(after)) {
        enter(after);
      }
    }
  }
  return undefined;
}
