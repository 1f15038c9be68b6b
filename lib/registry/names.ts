import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { skeleton } from "#lib/look-alikes/skeleton.ts";

/**
 * Against a second tool that a person, or a model, takes for the first: `read_fi1e`, `Read_File`, `ｒead_file`. Two names
 * collide when either of their keys is equal. Both are needed: lower-casing first loses that I looks like l, and not
 * lower-casing loses that Read_File reads like read_file. Full-width and other compatibility forms are folded before.
 */
export interface NameKeys {
  /** Skeleton of NFKC(name). */
  readonly skeleton: string;
  /** Skeleton of lower(NFKC(name)). */
  readonly folded: string;
}

export function nameKeys(name: string): NameKeys {
  const known = knownKeys.get(name);
  if (known !== undefined) return known;
  const compatible = name.normalize("NFKC");
  const keys = { skeleton: skeleton(compatible), folded: skeleton(compatible.toLowerCase()) };
  if (knownKeys.size >= KNOWN_MAX) knownKeys.clear();
  if (name.length <= 256) knownKeys.set(name, keys);
  return keys;
}

/** A server's tools are compared each with each other. */
const KNOWN_MAX = 4096;
const knownKeys = new Map<string, NameKeys>();

/** Whether a name may be registered beside those that exist; the database holds the same by two unique keys. */
export function checkName(name: string, existing: Iterable<string>): Outcome<NameKeys> {
  const keys = nameKeys(name);
  for (const other of existing) {
    const taken = nameKeys(other);
    if (taken.skeleton === keys.skeleton || taken.folded === keys.folded) {
      return refuse("name_taken", other === name ? undefined : `It looks like ${other}.`, { existing: other });
    }
  }
  return done(keys);
}

/** How far apart two names are that a hurried reader may take for each other. */
const NEAR_DISTANCE = 2;
/** Shorter names are near to everything: `get` and `set` are two tools. */
const NEAR_LENGTH = 6;

/** The existing names that this one is nearly, but not by its look: a warning, for honest tools have near names too. */
export function nearNames(name: string, others: Iterable<string>): string[] {
  const own = plain(name);
  if (own.length < NEAR_LENGTH) return [];
  const near: string[] = [];
  for (const other of others) {
    const theirs = plain(other);
    if (other === name || theirs.length < NEAR_LENGTH || Math.abs(own.length - theirs.length) > NEAR_DISTANCE) continue;
    if (swapDistance(own, theirs) <= NEAR_DISTANCE) near.push(other);
  }
  return near;
}

/** Without case, separators and the pairs that look alike: 1, l and I; 0 and O; rn and m. */
function plain(name: string): string {
  const known = plainNames.get(name);
  if (known !== undefined) return known;
  const made = makePlain(name);
  if (plainNames.size >= KNOWN_MAX) plainNames.clear();
  plainNames.set(name, made);
  return made;
}

const plainNames = new Map<string, string>();

function makePlain(name: string): string {
  return name
    .slice(0, 128)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/[1i|]/g, "l")
    .replace(/0/g, "o")
    .replace(/rn/g, "m");
}

/** How much further apart than near two words may be told to be. */
const FAR = NEAR_DISTANCE + 1;

/**
 * Damerau's: insert, delete, replace, or swap two neighbours. Only the cells within reach of the diagonal are looked at, for
 * beyond them no path is short enough; what is not near is `FAR`.
 */
function swapDistance(from: string, to: string): number {
  const width = to.length + 1;
  let before = new Uint8Array(width).fill(FAR);
  let row = new Uint8Array(width).fill(FAR);
  let next = new Uint8Array(width).fill(FAR);
  for (let column = 0; column <= Math.min(NEAR_DISTANCE, to.length); column++) row[column] = column;
  for (let line = 1; line <= from.length; line++) {
    next.fill(FAR);
    if (line <= NEAR_DISTANCE) next[0] = line;
    let least = next[0] ?? FAR;
    for (
      let column = Math.max(1, line - NEAR_DISTANCE);
      column <= Math.min(to.length, line + NEAR_DISTANCE);
      column++
    ) {
      const same = from[line - 1] === to[column - 1] ? 0 : 1;
      let best = Math.min(at(row, column - 1) + same, at(row, column) + 1, at(next, column - 1) + 1, FAR);
      const swapped = from[line - 1] === to[column - 2] && from[line - 2] === to[column - 1];
      if (line > 1 && column > 1 && swapped) best = Math.min(best, at(before, column - 2) + 1);
      next[column] = best;
      least = Math.min(least, best);
    }
    if (least >= FAR) return FAR;
    [before, row, next] = [row, next, before];
  }
  return at(row, to.length);
}

function at(row: Uint8Array, column: number): number {
  return row[column] ?? FAR;
}
