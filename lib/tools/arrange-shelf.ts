import { CATEGORIES, type Category } from "#lib/policy/vocabulary.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import type { ShelfState } from "#lib/registry/queries/list-shelf-states.ts";
import type { OnTheShelf } from "./whole-shelf.ts";

/** A tool of the shelf as it stands in this installation. */
export interface ShelfItem {
  /** As registered here, or as it ships where it is not. */
  readonly contract: ToolContract;
  readonly registered: ShelfState | null;
  /** What keeps it from working, in the order in which somebody would mend it. */
  readonly lacks: readonly string[];
}

export interface ShelfCategory {
  readonly category: Category;
  readonly items: readonly ShelfItem[];
}

export function arrangeShelf(
  shelf: readonly OnTheShelf[],
  registered: readonly ShelfState[],
  kept: ReadonlySet<string>,
): ShelfCategory[] {
  const known = new Map(registered.map((state) => [state.name, state]));
  const items = shelf.map((on): ShelfItem => {
    const state = known.get(on.contract.name) ?? null;
    const contract = state?.contract ?? on.contract;
    return { contract, registered: state, lacks: lacksOf(on, state, contract, kept) };
  });
  return CATEGORIES.map((category) => ({
    category,
    items: items.filter(({ contract }) => contract.category === category),
  })).filter((part) => part.items.length > 0);
}

function lacksOf(
  { section }: OnTheShelf,
  state: ShelfState | null,
  { requires }: ToolContract,
  kept: ReadonlySet<string>,
): string[] {
  const secrets = (requires?.secrets ?? []).filter((name) => !kept.has(name));
  return [
    ...(state === null ? [section === null ? "a start of this version" : `the section ${section} in tools.yaml`] : []),
    ...secrets.map((name) => `the secret ${name}`),
  ];
}
