import type { Sql } from "postgres";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { readUsableTools, type UsableTool } from "../usable-tools.ts";
import {
  bodyOf,
  resourceOf,
  summaryOf,
  type ToolBody,
  type ToolResource,
  type ToolSummary,
  tokensOf,
} from "./levels.ts";
import { type LoadedTool, planLoad, planPressure } from "./plan-load.ts";
import { changeDisclosure, readDisclosure } from "./sessions.ts";
import { type ChosenTerms, chosenOver } from "./terms.ts";

/** The three discovery tools, for whatever door they are asked through. Only what the agent may use is ever found. */
export interface Discoverer {
  readonly sql: Sql;
  readonly key: string;
  /** Without one, nothing is remembered. */
  readonly session?: string | undefined;
  readonly chosen?: ChosenTerms | undefined;
  /** How full the agent says its context is. */
  readonly fillPercent?: number | undefined;
  /** Whether a tool can be called through the door that is asked; every one, if left out. */
  offers?(tool: UsableTool): boolean;
}

/** What this agent may call through this door. */
export async function usableOf({ sql, key, offers = () => true }: Discoverer): Promise<Outcome<UsableTool[]>> {
  const usable = await readUsableTools(sql, key);
  return usable.ok ? done(usable.value.filter(offers)) : usable;
}

export interface ToolPage {
  readonly tools: readonly ToolSummary[];
  readonly nextCursor?: string;
  readonly total: number;
  /** What a full context made go. */
  readonly unloaded?: readonly string[];
}

/** Level 1: as much of the list as the budget holds, from the cursor on. */
export async function listTools(asker: Discoverer, cursor?: string): Promise<Outcome<ToolPage>> {
  const after = cursor === undefined ? "" : readCursor(cursor);
  if (after === undefined) return refuse("malformed_request", "The cursor is none of ours.");
  const [usable, room] = await Promise.all([usableOf(asker), makeRoom(asker)]);
  if (!usable.ok) return usable;
  if (!room.ok) return room;
  const { l1_token_budget: budget } = room.value.terms;
  const left = usable.value.filter(({ contract }) => contract.name > after).sort(byName);
  const tools: ToolSummary[] = [];
  let tokens = 0;
  for (const tool of left) {
    const summary = summaryOf(tool);
    tokens += tokensOf(summary);
    // One at least: a budget below a single line would otherwise never end.
    if (tokens > budget && tools.length > 0) break;
    tools.push(summary);
  }
  const last = tools.at(-1);
  const { unloaded } = room.value;
  return done({
    tools,
    ...(last && tools.length < left.length ? { nextCursor: makeCursor(last.name) } : {}),
    total: usable.value.length,
    ...(unloaded.length > 0 ? { unloaded } : {}),
  });
}

export interface LoadedBody {
  readonly tool: ToolBody;
  readonly tokens: number;
  /** All that is loaded in the session now, the oldest first. */
  readonly loaded?: readonly LoadedTool[];
  readonly unloaded?: readonly string[];
}

/** Level 2: the whole definition. In a session it counts as loaded from now on; `unload` says what the agent gives up for it. */
export async function loadTool(
  asker: Discoverer,
  name: string,
  unload: readonly string[] = [],
): Promise<Outcome<LoadedBody>> {
  const found = await findUsable(asker, name);
  if (!found.ok) return found;
  const tool = bodyOf(found.value);
  const tokens = tokensOf(tool);
  const { sql, key, session, chosen = {}, fillPercent } = asker;
  if (session === undefined) return done({ tool, tokens });
  const given = new Set(unload);
  const planned = await changeDisclosure(sql, key, session, ({ loaded, terms }) => {
    const held = chosenOver(terms, chosen);
    const left = loaded.filter((item) => !given.has(item.tool));
    const room = planPressure(left, fillPercent, held);
    const plan = planLoad(room.loaded, { tool: name, tokens }, held);
    if (!plan.ok) return plan;
    const gone = loaded.filter((item) => given.has(item.tool) && item.tool !== name).map((item) => item.tool);
    const unloaded = [...gone, ...room.unloaded, ...plan.value.unloaded].filter((item) => item !== name);
    return done({ loaded: plan.value.loaded, unloaded });
  });
  if (!planned.ok) return planned;
  const { loaded, unloaded } = planned.value;
  return done({ tool, tokens, loaded, ...(unloaded.length > 0 ? { unloaded } : {}) });
}

/** Level 3: one text that came with the definition. */
export async function loadToolResource(asker: Discoverer, name: string, id: string): Promise<Outcome<ToolResource>> {
  const [found, room] = await Promise.all([findUsable(asker, name), makeRoom(asker)]);
  if (!found.ok) return found;
  if (!room.ok) return room;
  const resource = resourceOf(found.value, id);
  return resource ? done(resource) : refuse("not_found", `${name} has no such resource.`);
}

/** What a full context gives up, whatever it is that the agent asks for. */
export async function makeRoom({ sql, key, session, chosen = {}, fillPercent }: Discoverer) {
  const read = await readDisclosure(sql, key, session ?? "-");
  if (!read.ok) return read;
  const terms = chosenOver(read.value.terms, chosen);
  const { loaded } = read.value;
  const pressed = session !== undefined && planPressure(loaded, fillPercent, terms).unloaded.length > 0;
  if (!pressed) return done({ terms, loaded, unloaded: [] as readonly string[] });
  const planned = await changeDisclosure(sql, key, session, (now) =>
    done(planPressure(now.loaded, fillPercent, chosenOver(now.terms, chosen))),
  );
  return planned.ok ? done({ terms, ...planned.value }) : planned;
}

async function findUsable(asker: Discoverer, name: string): Promise<Outcome<UsableTool>> {
  const usable = await usableOf(asker);
  if (!usable.ok) return usable;
  const found = usable.value.find(({ contract }) => contract.name === name);
  return found ? done(found) : refuse("unknown_tool");
}

function byName({ contract: left }: UsableTool, { contract: right }: UsableTool): number {
  return left.name < right.name ? -1 : left.name > right.name ? 1 : 0;
}

function makeCursor(name: string): string {
  return Buffer.from(`tool:${name}`, "utf8").toString("base64url");
}

function readCursor(cursor: string): string | undefined {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  return /^tool:[A-Za-z0-9_-]{1,64}$/.test(text) ? text.slice(5) : undefined;
}
