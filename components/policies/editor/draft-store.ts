/** A text that is being written, and the version in force when it was begun. */
export interface Draft {
  readonly text: string;
  readonly base: number;
}

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const keyOf = (name: string) => `airlock.policy-draft.${name}`;

/** What was typed in this tab and not proposed yet. Whatever else stands there is nobody's draft. */
export function readDraft(store: Store, name: string): Draft | null {
  try {
    const kept: unknown = JSON.parse(store.getItem(keyOf(name)) ?? "null");
    return isDraft(kept) ? { text: kept.text, base: kept.base } : null;
  } catch {
    return null;
  }
}

/** Null forgets it. A browser that keeps nothing is no reason to stop somebody from writing. */
export function keepDraft(store: Store, name: string, draft: Draft | null): void {
  try {
    if (draft) store.setItem(keyOf(name), JSON.stringify(draft));
    else store.removeItem(keyOf(name));
  } catch {
    console.warn("This browser does not keep drafts.");
  }
}

function isDraft(value: unknown): value is Draft {
  return (
    typeof value === "object" &&
    value !== null &&
    "text" in value &&
    typeof value.text === "string" &&
    "base" in value &&
    typeof value.base === "number"
  );
}
