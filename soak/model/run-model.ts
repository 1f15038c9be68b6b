import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { Answer } from "./answer.ts";
import { arbitraryCommands } from "./arbitrary-commands.ts";
import type { Command } from "./commands.ts";
import { perform } from "./perform.ts";
import { recordOfDatabase, recordOfModel } from "./record.ts";
import { type Company, clearStage, setStage } from "./stage.ts";
import { step } from "./step.ts";
import { beginWorld } from "./world.ts";

interface ModelRuns {
  readonly runs: number;
  readonly seed: number;
  /** Look for the shortest list of commands that still disagrees; off when only the fact matters. */
  readonly shrink: boolean;
  readonly signal?: AbortSignal;
}

export interface ModelResult {
  readonly runs: number;
  readonly commands: number;
  /** How often each command was accepted or refused, so that a model that only ever refuses is seen. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** The disagreement, with the commands that lead to it. */
  readonly disagreement: string | undefined;
}

/** Does random lists of commands to the model and to the database; both have to tell the same story of each. */
export async function runModel(company: Company, { runs, seed, shrink, signal }: ModelRuns): Promise<ModelResult> {
  const tally = { commands: 0, outcomes: {} as Record<string, number> };
  const property = fc.asyncProperty(arbitraryCommands, async (list) => {
    signal?.throwIfAborted();
    const difference = await compare(company, list, (command, answer) => {
      const outcome = `${command.do}: ${"refused" in answer ? answer.refused : "done"}`;
      tally.commands += 1;
      tally.outcomes[outcome] = (tally.outcomes[outcome] ?? 0) + 1;
    });
    if (difference) throw new Error(difference);
  });
  const details = await fc.check(property, { numRuns: runs, seed, endOnFailure: !shrink });
  signal?.throwIfAborted();
  return {
    runs: details.numRuns,
    ...tally,
    disagreement: details.failed ? describe(seed, details.counterexample?.[0] ?? [], details.errorInstance) : undefined,
  };
}

type Watch = (command: Command, answer: Answer) => void;

/** What model and database say differently about one list of commands, or nothing. */
async function compare(company: Company, list: readonly Command[], watch: Watch): Promise<string | undefined> {
  const stage = await setStage(company);
  try {
    let world = beginWorld(
      stage.policyVersion,
      stage.tools.map(({ versions }) => versions.length),
    );
    for (const [at, command] of list.entries()) {
      const expected = step(world, command);
      const answer = await perform(stage, world, command);
      watch(command, answer);
      if (!isDeepStrictEqual(answer, expected.answer)) {
        return `command ${at + 1} should give ${JSON.stringify(expected.answer)} and gave ${JSON.stringify(answer)}`;
      }
      world = expected.world;
    }
    return difference(recordOfModel(stage, world), await recordOfDatabase(stage));
  } finally {
    await clearStage(stage);
  }
}

/** The first place where two records differ. */
function difference(expected: unknown, found: unknown, path = "record"): string | undefined {
  if (isDeepStrictEqual(expected, found)) return undefined;
  if (isRecord(expected) && isRecord(found)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(found)])) {
      const deeper = difference(expected[key], found[key], `${path}.${key}`);
      if (deeper) return deeper;
    }
  }
  return `${path} should be ${JSON.stringify(expected)} and is ${JSON.stringify(found)}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function describe(seed: number, list: readonly Command[], error: unknown): string {
  const steps = list.map((command, at) => `  ${at + 1}. ${JSON.stringify(command)}`);
  const said = error instanceof Error ? error.message : String(error);
  return [`seed ${seed}: ${said}`, ...steps].join("\n");
}
