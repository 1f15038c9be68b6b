import { canonicalJson } from "#lib/registry/canonical-json.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { bodyHash, hashDefinition, partHashes } from "#lib/registry/hash.ts";
import { nameKeys } from "#lib/registry/names.ts";

/** Tools of a large company, one like the next: a name of its own words, a description, schemas, a policy. */

const VERBS = ["fetch", "list", "create", "update", "archive", "send", "read", "merge", "render", "verify"];
const NOUNS = ["invoice", "ticket", "branch", "report", "contact", "page", "order", "metric", "backup", "note"];
const CATEGORIES = ["web", "database", "file_system", "communication", "analytics"] as const;

export const VERSIONS_A_TOOL = 5;

export interface SeededVersion {
  readonly id: string;
  readonly number: number;
  readonly state: "approved" | "review";
  readonly contract: ToolContract;
  readonly contractText: string;
  readonly definitionHash: string;
  readonly bodyHash: string;
  readonly partHashes: Readonly<Record<string, string>>;
  readonly findings: readonly unknown[];
}

export interface SeededTool {
  readonly id: string;
  readonly name: string;
  readonly skeleton: string;
  readonly folded: string;
  readonly state: "active" | "drifted" | "quarantined";
  readonly contract: ToolContract;
  readonly pinnedId: string;
  readonly versions: readonly SeededVersion[];
}

/** A word that only the tool of this number has. */
export function ownWordOf(n: number): string {
  return `unit${n}x`;
}

/** A word that every tool has. */
export const COMMON_WORD = "workspace";

const ALARM = {
  rule: "precedence.universal",
  severity: "medium",
  start: 0,
  end: 8,
  cleanedStart: 0,
  cleanedEnd: 8,
  action: "none",
  path: "/description",
  reason: "Claims to come before other tools.",
};

/** The tool of a number, the same in every registry whatever its size. `now` is the newest change of all. */
export function toolAt(n: number, now: number): SeededTool {
  const name = `${VERBS[n % 10]}_${NOUNS[Math.floor(n / 10) % 10]}_${ownWordOf(n)}`;
  const { skeleton, folded } = nameKeys(name);
  const changedAt = now - n * 60_000;
  const waits = n % 40 === 7;
  const versions = Array.from({ length: VERSIONS_A_TOOL }, (_, index) =>
    versionAt(n, index + 1, name, changedAt, waits && index === VERSIONS_A_TOOL - 1),
  );
  const pinned = versions.findLast(({ state }) => state === "approved");
  if (!pinned) throw new Error("a seeded tool has a version in force");
  return {
    id: idAt(changedAt, n * 10),
    name,
    skeleton,
    folded,
    state: n % 100 === 13 ? "drifted" : n % 100 === 29 ? "quarantined" : "active",
    contract: pinned.contract,
    pinnedId: pinned.id,
    versions,
  };
}

function versionAt(n: number, number: number, name: string, changedAt: number, waits: boolean): SeededVersion {
  const contract = contractAt(n, number, name);
  return {
    id: idAt(changedAt, n * 10 + number),
    number,
    state: waits ? "review" : "approved",
    contract,
    contractText: canonicalJson(contract),
    definitionHash: hashDefinition(contract),
    bodyHash: bodyHash(contract),
    partHashes: partHashes(contract) as Record<string, string>,
    findings: n % 50 === 11 && number === VERSIONS_A_TOOL ? [ALARM] : [],
  };
}

function contractAt(n: number, number: number, name: string): ToolContract {
  const verb = VERBS[n % 10];
  const noun = NOUNS[Math.floor(n / 10) % 10];
  const writes = n % 4 === 0;
  return {
    name,
    description: `Takes the ${noun} that is named and will ${verb} it in the ${COMMON_WORD} of unit ${n}, as form ${number} of the agreement says. ${"The answer has one line for each entry, with its number, its owner and when it was changed last. ".repeat(3)}`,
    inputSchema: {
      type: "object",
      properties: Object.fromEntries(
        ["id", "owner", "since", "limit", "format", "note"].map((field) => [
          field,
          {
            type: "string",
            maxLength: 200,
            description: `The ${field} of the ${noun}, as it stands in the ledger of unit ${n}.`,
          },
        ]),
      ),
      required: ["id"],
      additionalProperties: false,
    },
    outputSchema: { type: "object", properties: { lines: { type: "array", items: { type: "string" } } } },
    safetyClass: writes ? "write" : "read",
    egressClass: writes ? "write" : "none",
    category: CATEGORIES[n % CATEGORIES.length] ?? "web",
    actionType: writes ? "fs:write" : "fs:read",
    idempotency: writes ? "required" : "optional",
    idempotent: true,
    policy: { filesystem: { read: ["${workspace}/**"], write: [] }, network: { mode: "none" }, exec: "deny" },
    outputContent: "prose",
    effect: `${verb} {/id}`,
    runtime: { kind: "command", argv: ["/bin/true", { input: "/id" }] },
  };
}

/** A version-7 UUID of a time and a number: the same in every registry. */
function idAt(milliseconds: number, n: number): string {
  const time = milliseconds.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${n.toString(16).padStart(12, "0")}`;
}
