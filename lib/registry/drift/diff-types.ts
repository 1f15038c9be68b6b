/**
 * What a page needs to show two contracts side by side, part by part. Plain data: it goes to the browser as it is, and
 * how invisible characters are shown is the page's business. Everything is bounded, whatever was registered.
 */
export type DiffKind = "unchanged" | "added" | "removed" | "changed";

/** A run of text. The left side shows `equal` and `delete`, the right side `equal` and `insert`; joined, each is the whole text. */
export interface DiffSegment {
  readonly op: "equal" | "delete" | "insert";
  readonly text: string;
}

/** A leaf of a tree: a string, number, boolean, null, or an empty list or object. */
export interface TreeRow {
  /** JSON Pointer from the part's root; for a removed row as it was before, else as it is now. */
  readonly pointer: string;
  readonly kind: DiffKind;
  readonly before?: unknown;
  readonly after?: unknown;
  /** Word by word, where both are texts. */
  readonly segments?: readonly DiffSegment[];
}

export interface PartDiff {
  /** The contract's field: `description`, `inputSchema` … */
  readonly part: string;
  readonly kind: DiffKind;
  /** A part that is a text on either side. */
  readonly segments?: readonly DiffSegment[];
  /** A part that is anything else. Unchanged leaves are among them while the whole tree is short. */
  readonly rows?: readonly TreeRow[];
  /** Leaves that are the same in both and not among the rows. */
  readonly unchangedLeftOut?: number;
  /** Leaves that differ and did not fit. */
  readonly changedLeftOut?: number;
}
