import type { ToolContract } from "#lib/registry/contract.ts";
import { MANIFEST_FORMAT, type Manifest, type ManifestTool } from "./manifest.ts";
import { permissionsOf } from "./permissions-of.ts";

/** A tool as the registry holds it, or as a file defines it: then it has no version, and its classes decide about approval. */
export interface ManifestSource {
  readonly contract: ToolContract;
  readonly definitionHash: string;
  readonly version?: number;
  readonly requiresApproval?: boolean;
}

/** The same tools give the same manifest, in whatever order they come. */
export function buildManifest(sources: Iterable<ManifestSource>): Manifest {
  return { format: MANIFEST_FORMAT, tools: sortByName([...sources].map(describeTool)) };
}

function describeTool({ contract, definitionHash, version, requiresApproval }: ManifestSource): ManifestTool {
  const { name } = contract;
  const known = version === undefined ? {} : { version };
  return { name, ...known, definitionHash, ...permissionsOf(contract, requiresApproval) };
}

export function sortByName(tools: readonly ManifestTool[]): ManifestTool[] {
  return tools.toSorted((left, right) => (left.name < right.name ? -1 : left.name > right.name ? 1 : 0));
}
