/** The log is this many chains, so that appends wait for each other sixteen times less. */
export const LANES = 16;

/** The newest link of a lane: how many entries it has, and the hash of the last. A lane without entries has its first link. */
export interface LaneHead {
  readonly lane: number;
  readonly seq: number;
  readonly hash: string;
}

/** How many entries a set of heads covers. */
export function sizeOf(heads: readonly LaneHead[]): number {
  return heads.reduce((total, { seq }) => total + seq, 0);
}

/** Whether these are the heads of lanes 0 to 15, each once, in order. */
export function areAllLanes(heads: readonly LaneHead[]): boolean {
  return heads.length === LANES && heads.every(({ lane }, index) => lane === index);
}

/** The number of a lane from an address; nothing when there is no such lane. */
export function readLane(text: string | undefined): number | undefined {
  const lane = text && /^\d{1,2}$/.test(text) ? Number(text) : LANES;
  return lane < LANES ? lane : undefined;
}
