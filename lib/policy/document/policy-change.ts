/** One difference between two policies. */
export interface PolicyChange {
  /** JSON Pointer; rules, budgets and checks by what they are about instead of their place in the list. */
  readonly path: string;
  /** Absent where there was nothing. */
  readonly before?: unknown;
  readonly after?: unknown;
  /** It gives more, or is not provably as narrow as before. */
  readonly widening: boolean;
  /** For a person. */
  readonly sentence: string;
}
