/** What is wrong at the first place where a lane, or the row of checkpoints, does not hold. */
export interface BrokenEntry {
  readonly kind: "entry";
  readonly lane: number;
  /** Where it shows: the first entry that is missing, or does not hold as it stands. */
  readonly seq: number;
  /** The earliest entry that may have been changed; equal to `seq` wherever that can be told. */
  readonly from: number;
  readonly fault: EntryFault;
  /** The checkpoint that shows it, where the chain alone does not. */
  readonly checkpoint?: number;
  readonly sentence: string;
}

export type EntryFault =
  | "missing"
  | "out_of_order"
  | "moved"
  | "wrong_hash"
  | "wrong_link"
  | "head_differs"
  | "beyond_head"
  | "outside_chain"
  | "differs_from_checkpoint";

export interface BrokenCheckpoint {
  readonly kind: "checkpoint";
  /** Its place in the row, counted from 1. */
  readonly number: number;
  readonly fault: "unreadable" | "missing" | "wrong_link" | "moved_back" | "none" | "cut_off";
  readonly sentence: string;
}

/** A line of an export that cannot be read. */
export interface BrokenLine {
  readonly kind: "line";
  readonly number: number;
  readonly fault: "unreadable";
  readonly sentence: string;
}

export type Broken = BrokenEntry | BrokenCheckpoint | BrokenLine;
