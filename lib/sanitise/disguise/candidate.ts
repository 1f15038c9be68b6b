/** A stretch of a text and what it may say when it is read another way. Whether it says anything, detectors decide. */
export interface Candidate {
  readonly start: number;
  readonly end: number;
  /** Empty where nothing comes out, and nothing will before the end of the stretch. */
  readonly reading: string;
}
