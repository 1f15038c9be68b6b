import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type JSONRPCRequest,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Refusal } from "#lib/errors/outcome.ts";
import { tellSender } from "#lib/errors/tell-refusal.ts";
import { cancelInvocation } from "../cancel-invocation.ts";
import type { Discoverer } from "../disclosure/discover.ts";
import type { ChosenTerms } from "../disclosure/terms.ts";
import { readInvocationForAgent } from "../read-invocation.ts";
import { subjectIdSchema } from "../requests.ts";
import { refusalResult } from "./call-result.ts";
import { readAsk, readSaid, type Said } from "./call-terms.ts";
import { callTool, type McpGateway } from "./call-tool.ts";
import type { CallsUnderWay } from "./calls-under-way.ts";
import { type Disclosed, isOffered, offeredTools } from "./offered-tools.ts";
import { OWN_TOOLS } from "./own-tools.ts";
import { detailedTask, TASKS } from "./task.ts";

/** One request's worth of a server: whose key, which session, and how much it wants to see. Nothing is kept between requests. */
export interface McpExchange {
  readonly gateway: McpGateway;
  readonly key: string;
  /** What the client named its session; its calls carry the name. */
  readonly session?: string | undefined;
  readonly disclosed: Disclosed;
  readonly chosen: ChosenTerms;
  readonly underWay: CallsUnderWay;
  readonly isLegacy: boolean;
  /** Where bugs are told, since the client is not. */
  report(error: unknown): void;
}

/** What is loaded by a client that names no session is kept under this name, one for each agent. */
export const DEFAULT_SESSION = "default";

const INSTRUCTIONS =
  "Every call goes through Airlock: it is checked against policy, may be held for a person, runs in a sandbox, and its output is cleaned. " +
  "A result that says a person has to approve is not a failure: do something else, then call airlock_status with the id it gives. " +
  "Use list_tools and load_tool to find tools that are not listed.";

/** Carries a task past the check that wants every result of a call to be a tool's. */
class HeldAsTask extends Error {
  readonly task: Result;
  constructor(task: Result) {
    super("The call goes on as a task.");
    this.task = task;
  }
}

class GatewayServer extends Server {
  /** What went wrong in here stays in here: an error that is not the protocol's own is told without its text. */
  protected override _wrapHandler(
    method: string,
    handler: (request: JSONRPCRequest, ctx: ServerContext) => Promise<Result>,
  ): (request: JSONRPCRequest, ctx: ServerContext) => Promise<Result> {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, ctx) => {
      try {
        return await wrapped(request, ctx);
      } catch (error) {
        if (error instanceof HeldAsTask) return error.task;
        if (error instanceof ProtocolError) throw error;
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The params of ${method} are not as they should be.`);
      }
    };
  }
}

export function makeServer(exchange: McpExchange): Server {
  const { gateway, key, isLegacy } = exchange;
  const server = new GatewayServer(
    { name: "airlock", title: "Airlock", version: "1" },
    {
      capabilities: {
        tools: { listChanged: true },
        ...(isLegacy ? {} : { extensions: { [TASKS]: {} } }),
      },
      instructions: INSTRUCTIONS,
    },
  );
  const guarded = guardWith(exchange.report);

  server.setRequestHandler("tools/list", (request) =>
    guarded(async () => {
      const said = saidIn(request.params?._meta);
      const tools = await offeredTools(askerOf(exchange, said), exchange.disclosed);
      if (!tools.ok) throw protocolError(tools);
      return { ...tools.value, cacheScope: "private" as const };
    }),
  );

  server.setRequestHandler("tools/call", (request, ctx) =>
    guarded(async () => {
      const { name, arguments: input, _meta } = request.params;
      const said = saidIn(_meta);
      const own = OWN_TOOLS.get(name);
      if (own) {
        const asker = askerOf(exchange, said);
        const result = await own.call({ gateway, asker, signal: ctx.mcpReq.signal }, input ?? {});
        if (name === "load_tool" && isLegacy && !result.isError) {
          await ctx.mcpReq.notify({ method: "notifications/tools/list_changed" });
        }
        return result;
      }
      const result = await callOther(exchange, { name, input, said }, ctx);
      // The protocol has an error of its own for this; everything else is a result that a model reads.
      if (result._meta?.["airlock/code"] === "unknown_tool") {
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          "unknown_tool: There is no such tool. list_tools names those that there are.",
        );
      }
      if (result.resultType === "task") throw new HeldAsTask(result);
      return result as CallToolResult;
    }),
  );

  if (!isLegacy) {
    const params = z.looseObject({ taskId: z.string() });
    const byId = (method: string, answer: (id: string) => Promise<Result>) =>
      server.setRequestHandler(method, { params }, ({ taskId }, ctx) => {
        if (!takesTasks(ctx)) {
          throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS]: {} } } });
        }
        const id = subjectIdSchema.safeParse(taskId);
        return guarded(async () => {
          if (!id.success) throw noSuchTask();
          return answer(id.data);
        });
      });
    byId("tasks/get", async (id) => {
      const view = await readInvocationForAgent(gateway.sql, key, id);
      if (!view.ok) throw view.code === "not_found" ? noSuchTask() : protocolError(view);
      return detailedTask(view.value);
    });
    // There is nothing that a client could be asked for: who decides is asked elsewhere. Whatever it answers is not heard.
    byId("tasks/update", async (id) => {
      const view = await readInvocationForAgent(gateway.sql, key, id);
      if (!view.ok) throw view.code === "not_found" ? noSuchTask() : protocolError(view);
      return {};
    });
    byId("tasks/cancel", async (id) => {
      const view = await cancelInvocation(gateway.sql, key, id);
      // One that has ended is as good as taken back.
      if (!view.ok && view.code === "not_found") throw noSuchTask();
      if (!view.ok && view.code !== "wrong_state") throw protocolError(view);
      return {};
    });
  }
  return server;
}

interface OtherCall {
  readonly name: string;
  readonly input: unknown;
  readonly said: Said;
}

async function callOther(exchange: McpExchange, { name, input, said }: OtherCall, ctx: ServerContext): Promise<Result> {
  const { gateway, key, session, underWay } = exchange;
  const request = readAsk(name, input, said, session);
  if (!request.ok) return refusalResult(request);
  const { signal: gone, id, _meta } = ctx.mcpReq;
  const waiting = underWay.begin(ownerOf(exchange), id);
  const token = _meta?.progressToken;
  try {
    return await callTool(gateway, key, request.value, {
      asTask: takesTasks(ctx),
      waitSeconds: said.waitSeconds,
      // In the earlier revisions a lost connection takes nothing back; in this one it is how a call is taken back.
      cancelled: exchange.isLegacy ? waiting.signal : AbortSignal.any([waiting.signal, gone]),
      gone,
      ...(token === undefined
        ? {}
        : {
            // Who hung up meanwhile cannot be told, and that is no bug of ours.
            progress: (progress: number, total: number, message: string) =>
              ctx.mcpReq
                .notify({
                  method: "notifications/progress",
                  params: { progressToken: token, progress, total, message },
                })
                .catch(() => {}),
          }),
    });
  } finally {
    waiting.end();
  }
}

/** Who may take back what: the same key, and the same session where it has one. */
export function ownerOf({ key, session }: Pick<McpExchange, "key" | "session">): string {
  return JSON.stringify([key, session ?? null]);
}

function askerOf({ gateway, key, session, chosen }: McpExchange, said: Said): Discoverer {
  const named = said.sessionId ?? session ?? DEFAULT_SESSION;
  return {
    ...{ sql: gateway.sql, key, session: named, chosen },
    fillPercent: said.context_fill_percent,
    // What it could not call here it does not find here either.
    offers: isOffered,
  };
}

const tasksDeclaredSchema = z.looseObject({
  [CLIENT_CAPABILITIES_META_KEY]: z.looseObject({ extensions: z.looseObject({ [TASKS]: z.looseObject({}) }) }),
});

/** Each request says for itself what its client can do. */
function takesTasks(ctx: ServerContext): boolean {
  return tasksDeclaredSchema.safeParse(ctx.mcpReq.envelope).success;
}

function saidIn(meta: Record<string, unknown> | undefined): Said {
  const said = readSaid(meta);
  if (!said.ok) throw new ProtocolError(ProtocolErrorCode.InvalidParams, tellSender(said), said.details);
  return said.value;
}

function protocolError(refusal: Refusal): ProtocolError {
  const { code, details } = refusal;
  return new ProtocolError(ProtocolErrorCode.InvalidRequest, tellSender(refusal), { code, ...details });
}

function noSuchTask(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no task of this agent under that id.");
}

function guardWith(report: (error: unknown) => void) {
  return async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ProtocolError || error instanceof HeldAsTask) throw error;
      report(error);
      throw new ProtocolError(ProtocolErrorCode.InternalError, "Something went wrong here. Ask again in a moment.");
    }
  };
}
