import type postgres from "postgres";
import { z } from "zod";
import { attempt } from "#lib/errors/attempt.ts";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { EGRESS_CLASSES, type EgressClass, SAFETY_CLASSES, type SafetyClass } from "#lib/policy/vocabulary.ts";
import { type ToolContract, toolContractSchema } from "#lib/registry/contract.ts";
import type { PreparedRegistration } from "#lib/registry/prepare-registration.ts";
import { prepareApart } from "#lib/threads/read-definitions.ts";
import type { StoredTool } from "./listed-tools.ts";
import { offeredClasses } from "./offered-classes.ts";
import { readListing, type StoredListing } from "./queries/read-listing.ts";
import { type Neighbour, readNeighbours } from "./queries/read-neighbours.ts";

export interface ChosenTool {
  readonly upstream: string;
  readonly safetyClass: SafetyClass;
  readonly egressClass: EgressClass;
}

export interface ImportRequest {
  readonly serverId: string;
  /** What the person looked at: another listing by now, and nothing is imported. */
  readonly serverRoot: string;
  readonly tools: ChosenTool[];
}

const importedSchema = z.array(z.object({ versionId: z.uuid(), number: z.number(), state: z.string() }));

export interface ImportedVersion {
  readonly name: string;
  readonly number: number;
  /** `review`, or `quarantined` where something grave was found. */
  readonly state: string;
}

/** Takes chosen tools of a listing into the registry, all or none, each to be reviewed. */
export async function importTools(
  sql: postgres.Sql,
  token: string,
  { serverId, serverRoot, tools }: ImportRequest,
): Promise<Outcome<ImportedVersion[]>> {
  const listing = await readListing(sql, serverId);
  if (!listing) return refuse("not_found", "This server has not listed its tools yet.");
  if (listing.serverRoot !== serverRoot) return refuse("stale_payload", LISTS_OTHERS);
  const neighbours = [...(await readNeighbours(sql, serverId)), ...listing.tools.flatMap(asNeighbour)];
  const prepared: PreparedRegistration[] = [];
  for (const chosen of tools) {
    const registration = await prepare(chosen, listing, neighbours);
    if (!registration.ok) return { ...registration, message: `${chosen.upstream}: ${registration.message}` };
    prepared.push(registration.value);
  }
  const rows = prepared.map(
    ({ contractText, bodyHash, partHashes, nameSkeleton, nameSkeletonFolded, findings }, at) => ({
      upstream: tools[at]?.upstream ?? "",
      contractText,
      bodyHash,
      partHashes: { ...partHashes },
      nameSkeleton,
      nameSkeletonFolded,
      findings: findings.map((finding) => ({ ...finding })),
    }),
  );
  const written = await attempt(
    () => sql<{ made: unknown }[]>`
      select agents.fn_import_mcp_tools(${token}, ${serverId}, ${serverRoot}, ${sql.json(rows)}) as made`,
  );
  if (!written.ok) return written;
  const made = importedSchema.parse(written.value[0]?.made);
  return done(made.map(({ number, state }, index) => ({ name: prepared[index]?.contract.name ?? "", number, state })));
}

const LISTS_OTHERS = "The server lists other tools by now; look at them first.";

/** What the server said, unchanged, under the classes that a person chose. */
async function prepare(
  chosen: ChosenTool,
  { tools, instructions }: StoredListing,
  neighbours: readonly Neighbour[],
): Promise<Outcome<PreparedRegistration>> {
  const listed = tools.find(({ upstream }) => upstream === chosen.upstream);
  if (!listed) return refuse("not_found", "The server does not list this tool.");
  const contract = contractWith(listed, chosen);
  if (!contract.ok) return contract;
  return prepareApart(contract.value, {
    neighbours,
    // Which types exist is the database's to know.
    actionTypes: [contract.value.actionType],
    ...(instructions === null ? {} : { instructions }),
  });
}

function contractWith(listed: StoredTool, { safetyClass, egressClass }: ChosenTool): Outcome<ToolContract> {
  if (listed.problem) return refuse("invalid_definition", listed.problem.message);
  const parsed = toolContractSchema.safeParse(JSON.parse(listed.contractText ?? "null"));
  if (!parsed.success) return refuse("invalid_definition", "What was kept of it cannot be read.");
  const contract = parsed.data;
  const { safety, egress, why } = offeredClasses(contract.annotations, contract.policy.network);
  if (!safety.includes(safetyClass) || !egress.includes(egressClass)) return refuse("invalid_definition", why ?? "");
  // What was said about a harmless tool does not hold for a graver one.
  const isGraver =
    SAFETY_CLASSES.indexOf(safetyClass) > SAFETY_CLASSES.indexOf(contract.safetyClass) ||
    EGRESS_CLASSES.indexOf(egressClass) > EGRESS_CLASSES.indexOf(contract.egressClass);
  return done({ ...contract, safetyClass, egressClass, idempotent: contract.idempotent && !isGraver });
}

/** The tools of the list under the names that they have here: a description of one could lean on another. */
function asNeighbour({ contractText, definition }: StoredTool): Neighbour[] {
  if (contractText === null) return [];
  const { name } = JSON.parse(contractText) as { name: string };
  return [{ name, description: String(definition?.description ?? "") }];
}
