/** Where in a document something is, as the segments of a JSON Pointer. */
export type PolicyPath = readonly (string | number)[];

/** Something in a document that keeps it from being proposed, or that its author wants to know. */
export interface PolicyProblem {
  readonly at: PolicyPath;
  /** What is wrong, and what to do about it. */
  readonly message: string;
}

/** The same, found in the text that a person wrote. */
export interface LocatedProblem {
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
  /** JSON Pointer. */
  readonly path: string;
  readonly message: string;
}

/** What exists beside the document. A list that is not given is not checked against. */
export interface KnownNames {
  /** The registered action types; the built-in ones are always known. */
  readonly actionTypes?: readonly string[] | undefined;
  readonly tools?: readonly string[] | undefined;
  readonly agents?: readonly string[] | undefined;
  /** In milliseconds since 1970, by the clock that rules end by. */
  readonly now?: number | undefined;
}
