/** A stretch of a text and what it may say when it is read another way. Whether it says anything, detectors decide. */
export interface Candidate {
  readonly start: number;
  readonly end: number;
  readonly reading: string;
}
