import { z } from "zod";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { ServerForm } from "./server-form.ts";

/** What an entry of an `mcp.json` says, as far as the form has a place for it. */
export interface McpJsonEntry {
  readonly fields: Partial<Pick<ServerForm, "name" | "kind" | "argv" | "url" | "environment">>;
  /** What was left out or needs a person's eye, in sentences. */
  readonly notes: readonly string[];
}

const entrySchema = z.looseObject({
  type: z.string().optional(),
  transport: z.string().optional(),
  command: z.union([z.string(), z.array(z.string())]).optional(),
  args: z.array(z.string()).optional(),
  env: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  url: z.string().optional(),
  serverUrl: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
});
type Entry = z.infer<typeof entrySchema>;

/**
 * Takes what people have at hand: a whole `mcp.json` with one server in it, or one entry of it. It fills in the form and
 * decides nothing; a value that looks like a credential is not taken over, for a configuration is shown to everybody.
 */
export function readMcpJson(text: string): Outcome<McpJsonEntry> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse("malformed_request", "This is not JSON. Paste an entry of an mcp.json, or the whole file.");
  }
  const found = findEntry(value);
  if (!found.ok) return found;
  const { name, entry } = found.value;
  const kind = entry.type ?? entry.transport;
  if (kind === "sse") return refuse("mcp_sse_refused");
  const address = entry.url ?? entry.serverUrl;
  const named = name === undefined ? {} : { name: plainName(name) };
  if (address !== undefined) return done({ fields: { ...named, kind: "http", url: address }, notes: notesOn(entry) });
  const words = Array.isArray(entry.command) ? entry.command : entry.command === undefined ? [] : [entry.command];
  if (words.length === 0) return refuse("malformed_request", "The entry has neither a command nor an address.");
  const argv = [...words, ...(entry.args ?? [])];
  if (argv.some((word) => /[\r\n]/.test(word))) {
    return refuse("malformed_request", "An argument holds a line break; the form takes one argument per line.");
  }
  const environment = Object.entries(entry.env ?? {})
    .map(([variable, set]) => `${variable}=${set}`)
    .join("\n");
  return done({ fields: { ...named, kind: "stdio", argv: argv.join("\n"), environment }, notes: notesOn(entry) });
}

function findEntry(value: unknown): Outcome<{ name?: string; entry: Entry }> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return refuse("malformed_request", "An entry is a JSON object.");
  }
  const whole = value as Record<string, unknown>;
  const isEntry = ["command", "url", "serverUrl", "type"].some((key) => typeof whole[key] === "string");
  if (isEntry || Array.isArray(whole.command)) return readEntry(undefined, whole);
  const servers = asObject(whole.mcpServers) ?? asObject(whole.servers) ?? whole;
  const names = Object.keys(servers).filter((name) => asObject(servers[name]));
  const [only, ...others] = names;
  if (only === undefined) return refuse("malformed_request", "There is no server in this.");
  if (others.length > 0) {
    return refuse("malformed_request", `There are ${names.length} servers in this (${names.join(", ")}); paste one.`);
  }
  return readEntry(only, servers[only]);
}

function readEntry(name: string | undefined, value: unknown): Outcome<{ name?: string; entry: Entry }> {
  const parsed = entrySchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refuse("malformed_request", `The entry cannot be read: ${issue?.path.join(".")}: ${issue?.message}.`);
  }
  return done({ entry: parsed.data, ...(name === undefined ? {} : { name }) });
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** These fetch what they run each time they start; what was reviewed would not be what runs. */
const FETCHERS = new Set(["npx", "uvx", "pipx", "bunx", "pnpm", "yarn", "docker", "podman"]);

function notesOn({ command, headers }: Entry): string[] {
  const program = (Array.isArray(command) ? command[0] : command)?.split("/").at(-1) ?? "";
  const notes: string[] = [];
  if (FETCHERS.has(program)) {
    notes.push(
      `${program} fetches the server each time it starts, which the sandbox does not let it. Install the server and name its own file.`,
    );
  }
  const lost = Object.keys(headers ?? {});
  if (lost.length > 0) {
    notes.push(`Left out: the headers ${lost.join(", ")}. A server that needs them cannot be reached from here yet.`);
  }
  return notes;
}

/** A server's name here is part of addresses. */
function plainName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 40);
}
