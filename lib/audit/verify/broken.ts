import type { TableFault } from "./read-table-faults.ts";

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
  | "unknown_version"
  | "differs_from_checkpoint";

export interface BrokenCheckpoint {
  readonly kind: "checkpoint";
  /** Its place in the row, counted from 1. */
  readonly number: number;
  readonly fault: "unreadable" | "missing" | "wrong_link" | "not_the_known" | "moved_back" | "none" | "cut_off";
  readonly sentence: string;
}

/** A line of an export that cannot be read. */
export interface BrokenLine {
  readonly kind: "line";
  readonly number: number;
  readonly fault: "unreadable";
  readonly sentence: string;
}

/** A row where no entry can be. Its number is given as it stands: it may be none, or beyond what a number holds exactly. */
export interface BrokenStray {
  readonly kind: "stray";
  readonly lane: number | null;
  readonly seq: string | null;
  readonly fault: "outside_chain";
  readonly sentence: string;
}

/** A table of the log that is not what the log was written to. */
export interface BrokenTable {
  readonly kind: "table";
  readonly table: string;
  readonly fault: TableFault | "not_sixteen";
  readonly sentence: string;
}

export type Broken = BrokenEntry | BrokenCheckpoint | BrokenLine | BrokenStray | BrokenTable;
