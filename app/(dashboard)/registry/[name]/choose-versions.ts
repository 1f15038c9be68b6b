import { isUndecided } from "#lib/registry/is-undecided.ts";
import type { ToolDetail } from "#lib/registry/queries/read-tool.ts";

type Chosen = { readonly version: number | undefined; readonly against: number | undefined };

/**
 * Which version is looked at, and which it is compared with. Without a word in the address: what waits for a decision before what
 * is in force, for a page answers first whether there is something to decide. It is compared with what it would replace, else
 * with the one before it.
 */
export function chooseVersions(
  { versions, pinnedVersionId }: Pick<ToolDetail, "versions" | "pinnedVersionId">,
  askedVersion: string | undefined,
  askedAgainst: string | undefined,
): Chosen {
  const pinned = versions.find(({ id }) => id === pinnedVersionId)?.number;
  const waiting = versions.find(({ id, state }) => id !== pinnedVersionId && isUndecided(state))?.number;
  const version = numberOf(askedVersion) ?? waiting ?? pinned ?? versions[0]?.number;
  if (version === undefined) return { version, against: undefined };
  const before = pinned !== undefined && pinned !== version ? pinned : version - 1;
  const against = numberOf(askedAgainst) ?? before;
  return { version, against: against >= 1 && against !== version ? against : undefined };
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
