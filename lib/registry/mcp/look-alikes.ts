import { nameKeys } from "#lib/registry/names.ts";

export interface NamedTool {
  readonly upstream: string;
  readonly name: string;
  /** Approved under this name already: then it is the other that came later. */
  readonly isPinned: boolean;
}

/**
 * The tools of one list that could be taken for another of it, by the upstream names. The keys of every name are made
 * once, for a list may have thousands. Of two that are both new neither is the real one.
 */
export function findLookAlikes(tools: readonly NamedTool[]): ReadonlySet<string> {
  const byKey = new Map<string, NamedTool[]>();
  for (const tool of tools) {
    const { skeleton, folded } = nameKeys(tool.name);
    for (const key of new Set([`s${skeleton}`, `f${folded}`])) byKey.set(key, [...(byKey.get(key) ?? []), tool]);
  }
  return new Set(
    [...byKey.values()]
      .filter((sharing) => new Set(sharing.map(({ name }) => name)).size > 1)
      .flatMap((sharing) => sharing.filter(({ isPinned }) => !isPinned).map(({ upstream }) => upstream)),
  );
}
