/** With what a person proves, for one item, that they themselves sit there. */
export type ProofMethod = "passkey" | "totp";

/** What is about to be decided, as it was shown. */
export interface ProvenItem {
  readonly subjectId: string;
  readonly digest: string;
  /** Any one of these will do. */
  readonly methods: readonly ProofMethod[];
}
