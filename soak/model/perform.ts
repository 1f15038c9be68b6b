import type { Row as Answered, PendingQuery } from "postgres";
import { putPolicy } from "#db/testing/put-policy.ts";
import { codeOfSqlstate } from "#lib/errors/codes.ts";
import { sealForTest } from "#lib/outputs/testing/test-key.ts";
import type { InvocationState } from "#lib/policy/vocabulary.ts";
import { canonicalJson } from "#lib/registry/canonical-json.ts";
import { bindingDigest } from "#lib/registry/hash.ts";
import type { Answer } from "./answer.ts";
import { type Ask, type Command, callOf, fenceOf, type Seen, workerOf } from "./commands.ts";
import { definitionHashOf, idOfNothing, letTimePass, pinNextVersion, type Stage } from "./stage.ts";
import { switchOf } from "./step-people.ts";
import { type Call, LEASE_SECONDS, type World } from "./world.ts";

type Row = Readonly<Record<string, unknown>>;

/** Does a command to the real database, as the login whose business it is; `world` says what its words refer to. */
export async function perform(stage: Stage, world: World, command: Command): Promise<Answer> {
  try {
    return { done: await act(stage, world, command) };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? codeOfSqlstate(String(error.code)) : undefined;
    if (code) return { refused: code };
    throw error;
  }
}

async function act(stage: Stage, world: World, command: Command): Promise<Row> {
  const { admin, web, gateway, worker } = stage;
  const session = "person" in command ? (stage.people[command.person]?.session ?? "") : "";
  switch (command.do) {
    case "ask":
      return ask(stage, world, command);
    case "ask together":
      return askTogether(stage, world, command.asks);
    case "approve": {
      const { id, revision, digest } = shownTo(stage, world, command);
      const row = await first(
        web`select agents.fn_approve_tool_invocation(${session}, ${id}, ${revision}, ${digest}) as answer`,
      );
      return { votes: row.votes, required: row.required, status: row.status };
    }
    case "reject": {
      const { id, revision, digest } = shownTo(stage, world, command);
      const row = await first(
        web`select agents.fn_reject_tool_invocation(${session}, ${id}, ${revision}, ${digest}, ${reasonOf(command)}) as answer`,
      );
      return { status: row.status };
    }
    case "edit": {
      const { id, revision, digest } = shownTo(stage, world, command);
      const row = await first(web`
        select agents.fn_edit_tool_invocation(${session}, ${id}, ${revision}, ${digest}, ${inputText(command.input)}, '[]', 'An effect.',
          ${reasonOf(command)}) as answer`);
      return { revision: row.revision, required: row.requiredApprovals };
    }
    case "resolve": {
      const { id, call } = meant(stage, world, command.call);
      const fence = call ? fenceOf(call, command.fence) : 1;
      const row = await first(web`
        select agents.fn_resolve_unknown_invocation(${session}, ${id}, ${fence}, ${command.outcome}, ${reasonOf(command)}) as answer`);
      return { status: row.status };
    }
    case "cancel": {
      const { id, call } = meant(stage, world, command.call);
      const asker = call?.agent ?? 0;
      const agent = stage.agents[command.by === "asker" ? asker : (asker + 1) % stage.agents.length];
      const row = await first(gateway`select agents.fn_cancel_tool_invocation(${agent?.key ?? ""}, ${id}) as answer`);
      return { status: row.status };
    }
    case "wait":
      await letTimePass(stage, command.ms);
      return {};
    case "sweep":
      return { ended: await first(stage.housekeeper`select agents.fn_sweep() as answer`) };
    case "claim":
      return taken(
        stage,
        await first(
          worker`select agents.fn_claim_tool_invocation(${stage.workers[command.worker] ?? ""}, ${LEASE_SECONDS}) as answer`,
        ),
      );
    case "reclaim":
      return taken(
        stage,
        await first(
          worker`select agents.fn_reclaim_lost_invocation(${stage.workers[command.worker] ?? ""}, ${LEASE_SECONDS}) as answer`,
        ),
      );
    case "heartbeat": {
      const { id, by, fence } = holding(stage, world, command);
      return first(worker`select agents.fn_heartbeat(${by}, ${id}, ${fence}, ${LEASE_SECONDS}) as answer`);
    }
    case "complete": {
      const { id, by, fence } = holding(stage, world, command);
      const { sealed, sealedTo, digest } = sealForTest(id, Buffer.from("raw"));
      return first(worker`
        select agents.fn_complete_tool_invocation(${by}, ${id}, ${fence}, ${command.status}, ${sealed},
          '"cleaned"', '[]', '{}', p_cost_estimate => ${command.cost}, p_sealed_to => ${sealedTo}, p_raw_digest => ${digest}) as answer`);
    }
    case "stop": {
      const target = { global: null, agent: stage.agents[command.target]?.id, tool: stage.tools[command.target]?.id };
      const row = await web<{ answer: string }[]>`
        select agents.fn_throw_kill_switch(${session}, ${command.scope}, ${target[command.scope] ?? null}, 'A drill.') as answer`;
      stage.switches.push(row[0]?.answer ?? "");
      return {};
    }
    case "release": {
      const at = switchOf(world, command.nth);
      const id = (at === undefined ? undefined : stage.switches[at]) ?? idOfNothing();
      await web`select agents.fn_release_kill_switch(${session}, ${id}, 'Over.')`;
      return {};
    }
    case "freeze":
      await web`select agents.fn_freeze_agent(${session}, ${stage.agents[command.agent]?.id ?? ""}, ${command.frozen}, 'A drill.')`;
      return {};
    case "quarantine":
      await admin`
        update agents.tools_registry set state = ${command.quarantined ? "quarantined" : "active"}
        where id = ${stage.tools[command.tool]?.id ?? ""}`;
      return {};
    case "new version": {
      const tool = stage.tools[command.tool];
      if (tool) await pinNextVersion(admin, tool);
      return {};
    }
    case "new policy":
      await putPolicy(admin);
      return {};
    case "force":
      await forceStatus(stage, meant(stage, world, command.call).id, command.status);
      return {};
    case "leave":
      await admin`update agents.people set disabled_at = now() where id = ${stage.people[command.person]?.id ?? ""}`;
      return {};
  }
}

async function ask(stage: Stage, world: World, command: Ask): Promise<Row> {
  const { key, tool, input, definitionHash, idempotencyKey } = wordsOf(stage, world, command);
  const sql = command.bypass === "service" ? stage.admin : stage.gateway;
  const view = await first(sql`
    select agents.fn_invoke_tool(p_key => ${key}, p_tool => ${tool}, p_input => ${input}, p_definition_hash => ${definitionHash},
      p_checks => '[]', p_effect => 'An effect.', p_idempotency_key => ${idempotencyKey},
      p_bypass_approval => ${command.bypass !== "no"}) as answer`);
  return asked(stage, view);
}

async function askTogether(stage: Stage, world: World, asks: readonly Ask[]): Promise<Row> {
  const words = asks.map((one) => ({ ...wordsOf(stage, world, one), checks: [], effect: "An effect." }));
  const rows = await stage.gateway<{ view: Row | null; refused: { state: string } | null }[]>`
    select view::json as view, refused from agents.fn_invoke_tools(${JSON.stringify(words)}::text::jsonb)`;
  const answers = rows.map(({ view, refused }) =>
    view ? { done: asked(stage, view) } : { refused: codeOfSqlstate(refused?.state ?? "") },
  );
  return { answers };
}

function wordsOf(stage: Stage, world: World, command: Ask) {
  const tool = stage.tools[command.tool];
  const version = world.tools[command.tool]?.version;
  if (!tool || !version) throw new Error("there is no such tool");
  return {
    key: stage.agents[command.agent]?.key ?? "",
    tool: tool.name,
    input: inputText(command.input),
    definitionHash: command.definition === "current" ? definitionHashOf(tool, version) : "al1:sha256:unknown",
    idempotencyKey: command.key === null ? null : `key-${command.key}`,
  };
}

function asked(stage: Stage, view: Row): Row {
  const id = String(view.id);
  if (!stage.calls.includes(id)) stage.calls.push(id);
  return {
    call: stage.calls.indexOf(id),
    status: view.status,
    approvalStatus: view.approvalStatus,
    required: view.requiredApprovals,
    revision: view.revision,
    errorCode: view.errorCode ?? null,
    replayed: view.replayed ?? false,
  };
}

class Undone extends Error {}

/** Past every function, as the owner of the tables would; with what the checks on the columns ask for. */
async function forceStatus({ admin }: Stage, id: string, status: InvocationState): Promise<void> {
  const forced = admin.begin(async (sql) => {
    await sql`
      update agents.tool_invocations set status = ${status}, started_at = coalesce(started_at, now()),
        expiry_kind = case when ${status} = 'expired' then coalesce(expiry_kind, 'approval') end
      where id = ${id}`;
    throw new Undone();
  });
  await forced.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
}

export function inputText(value: number): string {
  return canonicalJson({ value });
}

/** The digest of what the model says would run in this revision: computed here, never asked from the database. */
export function digestOf(stage: Stage, call: Call, revision = call.revision): string {
  const tool = stage.tools[call.tool];
  const input = call.inputs[revision - 1];
  if (!tool || !input) throw new Error("a call without tool or input");
  return bindingDigest({
    definitionHash: definitionHashOf(tool, call.version),
    canonicalInput: inputText(input.value),
    policyVersion: input.policyVersion,
    revision,
  });
}

function meant(stage: Stage, world: World, ref: Parameters<typeof callOf>[1]): { id: string; call: Call | undefined } {
  const index = callOf(world, ref);
  if (index === undefined) return { id: idOfNothing(), call: undefined };
  return { id: stage.calls[index] ?? idOfNothing(), call: world.calls[index] };
}

function shownTo(stage: Stage, world: World, { call: ref, seen }: { call: Parameters<typeof callOf>[1]; seen: Seen }) {
  const { id, call } = meant(stage, world, ref);
  if (!call) return { id, revision: 1, digest: "0".repeat(64) };
  const shown = { id, revision: call.revision, digest: digestOf(stage, call) };
  if (seen === "wrong digest") return { ...shown, digest: "0".repeat(64) };
  if (seen === "wrong revision") return { ...shown, revision: call.revision + 1 };
  if (seen === "first revision") return { ...shown, revision: 1, digest: digestOf(stage, call, 1) };
  if (seen === "first digest") return { ...shown, digest: digestOf(stage, call, 1) };
  return shown;
}

function reasonOf({ reason }: { reason: "given" | "blank" }): string {
  return reason === "given" ? "Because of a drill." : " ";
}

function holding(stage: Stage, world: World, command: Extract<Command, { do: "heartbeat" | "complete" }>) {
  const { id, call } = meant(stage, world, command.call);
  const by = stage.workers[call ? workerOf(call, command.by) : 0] ?? "";
  return { id, by, fence: call ? fenceOf(call, command.fence) : 1 };
}

function taken({ calls }: Stage, claim: Row | null): Row {
  if (!claim) return { taken: null };
  if (claim.setAside) return { setAside: calls.indexOf(String(claim.setAside)) };
  return { taken: calls.indexOf(String(claim.id)), fence: claim.fence };
}

async function first(query: PendingQuery<Answered[]>): Promise<Row> {
  const [row] = await query;
  return row?.answer;
}
