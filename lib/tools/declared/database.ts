import { z } from "zod";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { ToolRequirements } from "#lib/registry/contract.ts";
import type { DatabaseSettings } from "../postgres/settings.ts";
import { limits } from "./limits.ts";

/** What the tools of a database have in common: one server, no files, one kept login each. */

export const statement = z.string().min(1).max(65_536).describe("One statement, with $1, $2 for the parameters.");

export const parameters = z
  .array(z.union([z.string().max(65_536), z.number(), z.boolean(), z.null()]))
  .max(200)
  .optional()
  .describe("Values for $1, $2 and so on; they are sent apart from the statement and never become part of it.");

export const timeoutSeconds = z
  .number()
  .int()
  .min(1)
  .max(60)
  .optional()
  .describe("The server ends it after this; 15 if not given.");

export function databasePolicy({ host, port }: DatabaseSettings, risk: ToolPolicy["risk"]): ToolPolicy {
  return {
    risk,
    filesystem: { read: [], write: [] },
    network: { mode: "allowlist", hosts: [`${host}:${port}`] },
    environment: { allow: [] },
    exec: "deny",
    limits: limits({ wallSeconds: 90 }),
  };
}

export function databaseSecrets(login: string, { ca }: DatabaseSettings): ToolRequirements {
  return { secrets: [login, ...(ca ? ["database.ca"] : [])] };
}

export const failureModes = [
  "server_unreachable, tls_refused, server_refused: the database cannot be reached as this installation asks for.",
  "role_too_strong: the kept login can do more than this tool is for; an admin keeps another.",
  "statement_refused: the statement is not of a kind that this tool runs.",
  "sql_refused: what the server said is in the sentence, with its SQLSTATE. timed_out: the server ended it.",
];
