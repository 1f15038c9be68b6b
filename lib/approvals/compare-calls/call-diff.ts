/** Two inputs of one tool beside each other, leaf by leaf. Plain data, bounded, ready for a page. */
export interface CallDiff {
  readonly rows: readonly CallDiffRow[];
  /** Leaves that are the same in both. */
  readonly same: number;
  /** Leaves that differ and did not fit. */
  readonly leftOut: number;
}

export interface CallDiffRow {
  /** JSON Pointer. */
  readonly pointer: string;
  readonly kind: "same" | "changed" | "added" | "removed";
  /** Joined without the inserted ones it is the text before, without the deleted ones the text after, but for what is hidden. */
  readonly parts: readonly DiffPart[];
}

export interface DiffPart {
  readonly op: "equal" | "delete" | "insert";
  readonly text: string;
  /** So many characters in the middle of a long run are left out. */
  readonly hidden?: number;
}
