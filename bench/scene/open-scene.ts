import type { Sql } from "postgres";
import type { CheckedAsk } from "#lib/gateway/decide-call.ts";
import { readToolForAgent } from "#lib/gateway/read-tool.ts";
import { makeBearerKey } from "#lib/keys/bearer-key.ts";
import { checkCall } from "#lib/policy/check.ts";
import { describeEffect } from "#lib/policy/effect.ts";

/** A call as the gateway has it in hand once it is checked, but for who asks: what is left to do is to have it decided. */
export type CheckedCall = Pick<CheckedAsk, "tool" | "input" | "definitionHash" | "checks" | "effect">;

export interface Caller {
  readonly id: string;
  readonly key: string;
}

export interface Scene {
  readonly callers: readonly Caller[];
  /** Calls that run at once, and calls that wait for a person. */
  readonly free: readonly CheckedCall[];
  readonly held: readonly CheckedCall[];
}

const INPUTS_OF_A_TOOL = 32;

/** Gives every agent of a database a fresh key and checks the calls that will be asked, as the gateway does. */
export async function openScene(admin: Sql, gateway: Sql): Promise<Scene> {
  const callers = await issueKeys(admin);
  const key = callers[0]?.key ?? "";
  return {
    callers,
    free: await checkAsks(gateway, key, "read_file", (n) => ({
      path: `/workspace/reports/2026-${n}.md`,
      maxBytes: 65_536,
    })),
    held: await checkAsks(gateway, key, "write_file", (n) => ({
      path: `/workspace/out/summary-${n}.md`,
      content: `Summary ${n}. ${"The figures of the quarter follow. ".repeat(6)}`,
    })),
  };
}

async function issueKeys(admin: Sql): Promise<Caller[]> {
  const agents = await admin<{ id: string }[]>`select id from agents.agents order by id`;
  const callers: Caller[] = [];
  for (const { id } of agents) {
    const { key, prefix, secretHash } = makeBearerKey("alk");
    await admin`select airlock.make_agent_key(${id}, 'bench', ${prefix}, ${secretHash}, 30, null)`;
    callers.push({ id, key });
  }
  return callers;
}

async function checkAsks(
  gateway: Sql,
  key: string,
  tool: string,
  inputOf: (n: number) => unknown,
): Promise<CheckedCall[]> {
  const found = await readToolForAgent(gateway, key, tool);
  if (!found.ok) throw new Error(found.message);
  const { contract, versionState, accessLevel, grants, definitionHash } = found.value;
  return Array.from({ length: INPUTS_OF_A_TOOL }, (_, n) => {
    const roots = { workspace: "/workspace" };
    const checked = checkCall({ contract, versionState, input: inputOf(n), accessLevel, grant: grants, roots });
    if (!checked.ok) throw new Error(`${tool}: ${checked.message}`);
    const { canonicalInput, input, lines } = checked.value;
    return { tool, input: canonicalInput, definitionHash, checks: lines, effect: describeEffect(contract, input) };
  });
}
