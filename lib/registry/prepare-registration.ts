import { createHash } from "node:crypto";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { canonicalJson, NotCanonical } from "./canonical-json.ts";
import { checkCapabilities } from "./capabilities/check-capabilities.ts";
import { checkConfigured } from "./check-configured.ts";
import type { ToolContract } from "./contract.ts";
import { brokenRules } from "./contract-rules.ts";
import { refuseFields } from "./declaration.ts";
import { bodyHash, hashDefinition, partHashes } from "./hash.ts";
import { checkName } from "./names.ts";
import type { RegistryFinding } from "./scan/finding.ts";
import { type ScanReport, scanTool } from "./scan/scan-tool.ts";
import { checkSchemas } from "./validate.ts";

/**
 * The one way from a contract to a registered version, whichever door it came through: everything that can be refused is
 * refused here, and what comes out is exactly what the SQL functions take. The database computes the definition hash
 * again over `contractText` and decides what becomes of findings; nothing here can let a version in.
 */
export interface RegistrationTerms {
  /** The other tools of the registry (or server): names that must not be imitated, texts that may be referred to. */
  readonly neighbours: readonly { readonly name: string; readonly description: string }[];
  /** The code, for a contract that names a bundle. */
  readonly bundle?: string | undefined;
  /** JSON of the bundle's source map, if at hand: refusals then name the author's own lines. */
  readonly sourceMap?: string | undefined;
  /** Action types that an admin registered, beside the built-in ones. */
  readonly actionTypes?: Iterable<string>;
  /** Names of the kept secrets. Left out where nobody can know; then the door that knows checks. */
  readonly secrets?: Iterable<string>;
  /** What the server says of itself, for tools that come from one. */
  readonly instructions?: string | undefined;
}

export interface PreparedRegistration {
  readonly contract: ToolContract;
  /** RFC 8785; what is stored and hashed. */
  readonly contractText: string;
  readonly definitionHash: string;
  readonly bodyHash: string;
  readonly partHashes: Partial<Record<keyof ToolContract, string>>;
  readonly nameSkeleton: string;
  readonly nameSkeletonFolded: string;
  readonly findings: readonly RegistryFinding[];
  readonly verdict: ScanReport["verdict"];
  readonly bundle: string | null;
}

const CONTRACT_BYTES_MAX = 262_144;

export function prepareRegistration(contract: ToolContract, terms: RegistrationTerms): Outcome<PreparedRegistration> {
  const text = canonicalText(contract);
  if (!text.ok) return text;
  const problems = brokenRules(contract, terms.actionTypes ?? []);
  if (problems.length > 0) return refuseFields(problems, contract.name);
  const others = terms.neighbours.filter(({ name }) => name !== contract.name);
  const checks = [
    () => checkSchemas(contract),
    () => checkConfigured(contract, terms.secrets ?? contract.requires?.secrets ?? []),
    () => checkBundle(contract, terms),
  ];
  for (const check of checks) {
    const checked = check();
    if (!checked.ok) return checked;
  }
  const keys = checkName(
    contract.name,
    others.map(({ name }) => name),
  );
  if (!keys.ok) return keys;
  const { findings, verdict } = scanTool(contract, {
    neighbours: others,
    ...(terms.instructions === undefined ? {} : { instructions: terms.instructions }),
  });
  return done({
    contract,
    contractText: text.value,
    definitionHash: hashDefinition(contract),
    bodyHash: bodyHash(contract),
    partHashes: partHashes(contract),
    nameSkeleton: keys.value.skeleton,
    nameSkeletonFolded: keys.value.folded,
    findings,
    verdict,
    bundle: contract.runtime.kind === "bundle" ? (terms.bundle ?? null) : null,
  });
}

function canonicalText(contract: ToolContract): Outcome<string> {
  try {
    const text = canonicalJson(contract);
    if (Buffer.byteLength(text, "utf8") <= CONTRACT_BYTES_MAX) return done(text);
    return refuse("invalid_definition", `A contract has at most ${CONTRACT_BYTES_MAX} bytes.`);
  } catch (error) {
    if (!(error instanceof NotCanonical)) throw error;
    return refuseFields([{ pointer: error.pointer, message: error.message }], contract.name);
  }
}

/** The code is what the contract names, and uses no more than the contract's policy declares. */
function checkBundle({ name, runtime, policy, requires }: ToolContract, terms: RegistrationTerms): Outcome<unknown> {
  if (runtime.kind !== "bundle") {
    return terms.bundle === undefined
      ? done(undefined)
      : refuse("invalid_definition", `${name} runs no code of its own, but comes with some.`);
  }
  if (terms.bundle === undefined) return refuse("invalid_definition", `The code of ${name} is missing.`);
  const sha256 = createHash("sha256").update(terms.bundle, "utf8").digest("hex");
  if (sha256 !== runtime.sha256) {
    return refuse("invalid_definition", `The code of ${name} does not have the hash that its contract names.`);
  }
  return checkCapabilities(terms.bundle, policy, terms.sourceMap, requires?.secrets);
}
