/** A tool by its name and by everything of it that is not its name (`bodyHash`). */
export interface NamedBody {
  readonly name: string;
  readonly bodyHash: string;
}

export interface Relations {
  /** The same name and the same body. */
  readonly unchanged: readonly string[];
  /** The same name, another body. */
  readonly changed: readonly string[];
  /** A body that stands under another name now, and no longer under its own: it takes its history along. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
  /** A body that stands under a new name too, beside the one it is known by. */
  readonly cloned: readonly { readonly of: string; readonly name: string }[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Tells new tools from known ones under new names. A tool that is removed and comes back, or comes back under another
 * name, is not new: whoever quarantined it would be deceived. Each removed name is followed once, in the order of names.
 */
export function relateVersions(before: readonly NamedBody[], after: readonly NamedBody[]): Relations {
  const old = new Map(before.map(({ name, bodyHash }) => [name, bodyHash]));
  const current = new Map(after.map(({ name, bodyHash }) => [name, bodyHash]));
  const names = [...current.keys()].sort();
  const gone = [...old.keys()].filter((name) => !current.has(name)).sort();
  const goneByBody = groupByBody(gone, old);
  const knownByBody = groupByBody([...old.keys()].sort(), old);
  const renamed: { from: string; to: string }[] = [];
  const cloned: { of: string; name: string }[] = [];
  const added: string[] = [];
  for (const name of names.filter((candidate) => !old.has(candidate))) {
    const body = current.get(name) ?? "";
    const from = goneByBody.get(body)?.shift();
    const twin = knownByBody.get(body)?.[0];
    if (from !== undefined) renamed.push({ from, to: name });
    else if (twin !== undefined) cloned.push({ of: twin, name });
    else added.push(name);
  }
  const followed = new Set(renamed.map(({ from }) => from));
  const kept = names.filter((name) => old.has(name));
  return {
    unchanged: kept.filter((name) => old.get(name) === current.get(name)),
    changed: kept.filter((name) => old.get(name) !== current.get(name)),
    renamed,
    cloned,
    added,
    removed: gone.filter((name) => !followed.has(name)),
  };
}

function groupByBody(names: readonly string[], bodies: ReadonlyMap<string, string>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const body = bodies.get(name) ?? "";
    groups.set(body, [...(groups.get(body) ?? []), name]);
  }
  return groups;
}
