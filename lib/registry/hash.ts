import { createHash } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";
import type { ToolContract } from "./contract.ts";

/**
 * The digests that a tool version, its parts and an approval are known by. Anybody can recompute them:
 *
 *   definition  "al1:sha256:" + hex(SHA-256(utf8("airlock/tool-contract") 00 "1" 00 JCS(contract)))
 *   body        the same over the contract without what merely names it: `name`, `title`, and which MCP server and
 *               tool it forwards to. Equal bodies are renames, respawns or clones.
 *   part        "al1:sha256:" + hex(SHA-256(utf8("airlock/tool-part") 00 "1" 00 utf8(field) 00 JCS(value)))
 *   server      "al1:sha256:" + hex(SHA-256(utf8("airlock/mcp-server") 00 "1" 00 JCS(pairs) 00 instructions)), where pairs
 *               is the array of [name, definition hash] in the order of the names' UTF-16 code units, and instructions is
 *               hex(SHA-256(utf8(text))) of what the server says of itself, or nothing when it says nothing
 *   input       hex(SHA-256(utf8(JCS(input))))
 *   binding     hex(SHA-256(utf8("al1-binding\n" definitionHash "\n" inputDigest "\n" policyVersion "\n" revision)))
 *
 * JCS is RFC 8785 (canonical-json.ts); 00 is one NUL byte; no field of a binding can hold a line feed. Nothing is
 * Unicode-normalised before hashing, for that would hide exactly the edits worth seeing. The prefix names the recipe:
 * with another recipe stored definitions are hashed again in silence, so that a new formula never looks like drift.
 */
const SCHEME = "al1:sha256:";

export function hashDefinition(contract: ToolContract): string {
  return hashAnyDefinition(contract);
}

/** The same over a definition as it was given, whatever it holds; throws `NotCanonical` for what JSON cannot say exactly. */
export function hashAnyDefinition(definition: object): string {
  return SCHEME + sha256("airlock/tool-contract\0", "1\0", canonicalJson(definition));
}

export function bodyHash(contract: ToolContract): string {
  const { name: _name, title: _title, ...body } = contract;
  const runtime = body.runtime.kind === "mcp" ? { kind: "mcp" } : body.runtime;
  return SCHEME + sha256("airlock/tool-contract\0", "1\0", canonicalJson({ ...body, runtime }));
}

/** A digest for every field that is present: what changed between two versions, without parsing either. */
export function partHashes(contract: ToolContract): Partial<Record<keyof ToolContract, string>> {
  return Object.fromEntries(
    Object.entries(contract)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [field, hashPart(field, value)]),
  );
}

export function hashPart(field: string, value: unknown): string {
  return SCHEME + sha256("airlock/tool-part\0", "1\0", `${field}\0`, canonicalJson(value));
}

/** One value for all that a server offers: equal means that nothing changed, and one question can be about all of it. */
export function serverRoot(
  tools: readonly { readonly name: string; readonly definitionHash: string }[],
  instructions?: string,
): string {
  const pairs = tools
    .map(({ name, definitionHash }) => [name, definitionHash] as const)
    .sort(([left, leftHash], [right, rightHash]) => order(left, right) || order(leftHash, rightHash));
  const said = instructions === undefined ? "" : sha256(instructions);
  return SCHEME + sha256("airlock/mcp-server\0", "1\0", `${canonicalJson(pairs)}\0`, said);
}

function order(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Over the canonical text as it is stored, so that the database can compute the same. */
export function inputDigest(canonicalInput: string): string {
  return sha256(canonicalInput);
}

export interface Binding {
  readonly definitionHash: string;
  readonly canonicalInput: string;
  readonly policyVersion: number;
  /** Grows when the input is edited or a broken binding sends the call back to the inbox. */
  readonly revision: number;
}

/** What an approval is an approval of. PostgreSQL computes the same, in `airlock.binding_digest`. */
export function bindingDigest({ definitionHash, canonicalInput, policyVersion, revision }: Binding): string {
  return sha256(["al1-binding", definitionHash, inputDigest(canonicalInput), policyVersion, revision].join("\n"));
}

function sha256(...texts: string[]): string {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(text, "utf8");
  return hash.digest("hex");
}
