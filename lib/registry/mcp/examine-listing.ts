import { createHash } from "node:crypto";
import { setImmediate as otherWork } from "node:timers/promises";
import { done, type Outcome, type Refusal, refuse } from "#lib/errors/outcome.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { NotCanonical } from "#lib/registry/canonical-json.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import type { Change, DriftSeverity } from "#lib/registry/drift/change.ts";
import { compareContracts } from "#lib/registry/drift/compare-contracts.ts";
import { driftOf } from "#lib/registry/drift/drift-of.ts";
import { serverRoot } from "#lib/registry/hash.ts";
import { type PreparedRegistration, prepareRegistration } from "#lib/registry/prepare-registration.ts";
import type { RegistryFinding } from "#lib/registry/scan/finding.ts";
import { scanInstructions } from "#lib/registry/scan/scan-tool.ts";
import { IN_PLACE_BYTES, runApart } from "#lib/threads/run-apart.ts";
import type { Threads } from "#lib/threads/threads.ts";
import { contractOfListed, type DeclaredPart, declaredBy, declaredPartOf } from "./contract-of-listed.ts";
import { exposedName } from "./exposed-name.ts";
import { findLookAlikes, type NamedTool } from "./look-alikes.ts";
import { type ListedProblem, type ListedTool, readListing } from "./read-listing.ts";
import type { McpDeclared } from "./server-configuration.ts";
import type { ServerSession } from "./server-session.ts";

/** A tool of a list, judged: what the database keeps of it. */
export interface ExaminedTool {
  readonly upstream: string;
  readonly definition: unknown;
  readonly problem: ListedProblem | null;
  readonly contractText: string | null;
  readonly bodyHash: string | null;
  readonly partHashes: PreparedRegistration["partHashes"] | null;
  readonly nameSkeleton: string | null;
  readonly nameSkeletonFolded: string | null;
  readonly findings: readonly RegistryFinding[];
  readonly severity: DriftSeverity;
  readonly changes: readonly Change[];
}

export interface ExaminedListing {
  readonly serverRoot: string;
  readonly instructions: string | null;
  readonly instructionsFindings: readonly RegistryFinding[];
  readonly protocol: string;
  readonly tools: readonly ExaminedTool[];
}

/** What a list is judged against. */
export interface ListingTerms {
  readonly server: { readonly id: string; readonly configHash: string };
  readonly policy: ToolPolicy;
  readonly declared: McpDeclared;
  readonly pinned: readonly {
    readonly upstream: string;
    readonly contract: ToolContract;
    readonly findings: readonly RegistryFinding[];
  }[];
  /** Tools of elsewhere, whose names must not be imitated. */
  readonly neighbours: readonly { readonly name: string; readonly description: string }[];
}

const INSTRUCTIONS_MAX = 65_536;

/** Asks a server for its tools, all pages of them, and judges each; one that cannot be judged does not hide the others. */
export async function listServer(
  session: ServerSession,
  terms: ListingTerms,
  onFault: (upstream: string, error: unknown) => void = () => {},
  threads?: Threads,
): Promise<Outcome<ExaminedListing>> {
  const raw = await session.listTools();
  if (!raw.ok) return raw;
  const { instructions, protocol } = session;
  if ((instructions ?? "").length > INSTRUCTIONS_MAX) {
    return refuse("mcp_listing_refused", `Its instructions have more than ${INSTRUCTIONS_MAX} characters.`);
  }
  const listed = readListing(raw.value);
  const lookAlikes = findLookAlikes(listed.flatMap((tool) => nameOf(tool, terms)));
  const tools: ExaminedTool[] = [];
  for (const [index, tool] of listed.entries()) {
    const isLookAlike = tool.problem === null && lookAlikes.has(tool.upstream);
    const bytes = raw.value[index]?.length ?? 0;
    try {
      const known = isLookAlike ? { ...tool, problem: LOOK_ALIKE } : tool;
      tools.push(await examineApart(known, bytes, terms, instructions, threads));
    } catch (error) {
      onFault(tool.upstream, error);
      tools.push(refusedTool(tool.upstream, null, NOT_JUDGED, isPinned(tool, terms)));
    }
    // Calls run in this process: a list of thousands must not keep it from saying that it is alive.
    await otherWork();
  }
  const digests = tools.map((tool, index) => ({
    name: tool.upstream,
    definitionHash: digestOf(tool, raw.value[index]),
  }));
  return done({
    serverRoot: serverRoot(digests, instructions ?? undefined),
    instructions,
    instructionsFindings: instructions === null ? [] : scanInstructions(instructions).findings,
    protocol,
    tools,
  });
}

/** The same as `examineTool`, in a thread where there is much to read. Throws where it could not be read in its time. */
export async function examineApart(
  tool: ListedTool,
  bytes: number,
  terms: ListingTerms,
  instructions: string | null,
  threads?: Threads,
): Promise<ExaminedTool> {
  const read = bytes + (instructions?.length ?? 0);
  if (read <= IN_PLACE_BYTES) return examineTool(tool, terms, instructions);
  // Of what is pinned only its own is looked at, and a list may be of thousands.
  const own = { ...terms, pinned: terms.pinned.filter(({ upstream }) => upstream === tool.upstream) };
  const examined = await runApart("examineTool", examineTool, { bytes: read, threads }, tool, own, instructions);
  if (!examined.ok) throw new Error(examined.message);
  return examined.value;
}

/** One listed tool against what is pinned under its name, or as a new one. */
export function examineTool(tool: ListedTool, terms: ListingTerms, instructions: string | null): ExaminedTool {
  const pinned = terms.pinned.find(({ upstream }) => upstream === tool.upstream);
  const refused = (problem: ListedProblem): ExaminedTool =>
    refusedTool(tool.upstream, tool.definition, problem, pinned !== undefined);
  if (tool.problem) return refused(tool.problem);
  const prepared = prepare(tool, terms, pinned?.contract, instructions);
  if (!prepared.ok) return refused({ code: problemCodeOf(prepared), message: prepared.message });
  const { contract, contractText, bodyHash, partHashes, nameSkeleton, nameSkeletonFolded, findings } = prepared.value;
  const hits = { before: pinned?.findings ?? [], after: findings };
  const changes = pinned ? compareContracts(pinned.contract, contract, hits) : [];
  return {
    ...{ upstream: tool.upstream, definition: tool.definition, problem: null },
    ...{ contractText, bodyHash, partHashes, nameSkeleton, nameSkeletonFolded, findings, changes },
    severity: pinned ? driftOf(changes, pinned.contract).severity : "none",
  };
}

/** The list with nothing in it but names of what is not exactly as it was reviewed: approved tools among that are stopped. */
export function withoutChanged(listing: ExaminedListing, pinned: ListingTerms["pinned"]): ExaminedListing {
  const tools = listing.tools.map((tool) => {
    const isKnown = isPinned(tool, { pinned });
    const isSame = isKnown && tool.problem === null && tool.severity === "none";
    return isSame ? tool : refusedTool(tool.upstream, null, NOT_KEPT, isKnown);
  });
  return { ...listing, instructionsFindings: [], tools };
}

function isPinned({ upstream }: { readonly upstream: string }, { pinned }: Pick<ListingTerms, "pinned">): boolean {
  return pinned.some((tool) => tool.upstream === upstream);
}

function refusedTool(upstream: string, definition: unknown, problem: ListedProblem, isKnown: boolean): ExaminedTool {
  return {
    ...{ upstream, definition, problem },
    ...{ contractText: null, bodyHash: null, partHashes: null, nameSkeleton: null, nameSkeletonFolded: null },
    findings: [],
    severity: isKnown ? "review" : "none",
    changes: [],
  };
}

function prepare(
  tool: Extract<ListedTool, { problem: null }>,
  terms: ListingTerms,
  pinned: ToolContract | undefined,
  instructions: string | null,
): Outcome<PreparedRegistration> {
  const declared = pinned ? done(declaredPartOf(pinned)) : newPart(tool.upstream, terms);
  if (!declared.ok) return declared;
  const contract = contractOfListed(tool.definition, declared.value, terms.server);
  if (!contract.ok) return contract;
  try {
    return prepareRegistration(contract.value, {
      neighbours: terms.neighbours,
      // Registered types are the database's to know, and it was asked when the version in force was made.
      actionTypes: [contract.value.actionType],
      ...(instructions === null ? {} : { instructions }),
    });
  } catch (error) {
    if (!(error instanceof NotCanonical)) throw error;
    return refuse("invalid_definition", error.message);
  }
}

function newPart(upstream: string, { declared, policy, neighbours }: ListingTerms): Outcome<DeclaredPart> {
  const name = exposedName(declared.prefix, upstream);
  if (!name.ok) return name;
  // A registration takes an equal name for a new version of that tool, which a tool of a server never is.
  if (neighbours.some((other) => other.name === name.value)) return refuse("name_taken");
  return done(declaredBy(declared, policy, name.value));
}

const LOOK_ALIKE: ListedProblem = {
  code: "name_taken",
  message: "The server lists another tool whose name looks the same.",
};

const NOT_JUDGED: ListedProblem = { code: "malformed", message: "It could not be judged." };
const NOT_KEPT: ListedProblem = { code: "malformed", message: "What the server says of it could not be kept." };

function nameOf({ upstream }: ListedTool, { declared, pinned }: ListingTerms): NamedTool[] {
  const known = pinned.find((tool) => tool.upstream === upstream)?.contract.name;
  if (known !== undefined) return [{ upstream, name: known, isPinned: true }];
  const name = exposedName(declared.prefix, upstream);
  return name.ok ? [{ upstream, name: name.value, isPinned: false }] : [];
}

function problemCodeOf({ code }: Refusal): ListedProblem["code"] {
  return code === "name_taken" ? "name_taken" : "invalid_definition";
}

/** What cannot be read has no definition; that its bytes are others is still something new. */
function digestOf({ contractText }: ExaminedTool, raw: Uint8Array | undefined): string {
  return createHash("sha256")
    .update(contractText ?? raw ?? "")
    .digest("hex");
}
