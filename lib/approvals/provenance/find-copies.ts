import { isCommonText } from "./common-text.ts";
import { type FoldedText, foldText } from "./fold-text.ts";

/**
 * Text in the arguments of a call that the agent was shown before, in what a tool gave back: an instruction or an address that came in
 * from outside and is now about to go out. Pure and bounded: what is longer than the bounds is looked at as far as they reach.
 */

/** Shorter than this, texts are alike by chance. */
export const LEAST_COPIED = 12;
const ARGUMENTS_MAX = 128 * 1024;
const SOURCES_MAX = 512 * 1024;
const COPIES_MAX = 50;

export interface ShownText {
  readonly name: string;
  readonly text: string;
  /** Its layout is JSON: escapes stand for characters. */
  readonly json: boolean;
}

export interface Source {
  readonly id: string;
  readonly text: string;
  /** What the agent itself had handed to that call: a tool that repeats it has told it nothing. */
  readonly given: string;
}

export interface Copy {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly sourceId: string;
}

/** `known`: what the tool itself says, in its contract; a path or a word that it asks for proves nothing. Sources: the newest first. */
export function findCopies(shown: readonly ShownText[], sources: readonly Source[], known: string): Copy[] {
  const folded = withinBudget(shown, ARGUMENTS_MAX, ({ text }) => text).map(({ item, text }) => ({
    name: item.name,
    original: text,
    folded: foldText(text, item.json),
  }));
  const wanted = new Map<string, number | null>();
  for (const { folded: argument } of folded) {
    for (let at = 0; at + LEAST_COPIED <= argument.text.length; at += 1) {
      wanted.set(argument.text.slice(at, at + LEAST_COPIED), null);
    }
  }
  if (wanted.size === 0) return [];
  const read = withinBudget(sources, SOURCES_MAX, ({ text }) => text);
  const told = read.map(({ text }) => foldText(text).text);
  const given = read.map(({ item }) => foldText(item.given, true).text);
  // First what a source told of itself: an agent that was made to have a text repeated has not made it its own.
  for (const [index, text] of told.entries()) noteShingles(text, index, wanted, piecesOf(given[index] ?? "", wanted));
  for (const [index, text] of told.entries()) noteShingles(text, index, wanted);
  const ownWords = foldText(known, true).text;
  const copies = folded.flatMap(({ name, folded: argument }) =>
    coveredRuns(argument, wanted).flatMap(({ from, to, source }): Copy[] => {
      const text = argument.text.slice(from, to).trim();
      const item = read[source]?.item;
      if (!item || isCommonText(text) || ownWords.includes(text) || given[source]?.includes(text)) return [];
      return [{ name, start: argument.starts[from] ?? 0, end: argument.ends[to - 1] ?? 0, sourceId: item.id }];
    }),
  );
  return copies.sort((left, right) => right.end - right.start - (left.end - left.start)).slice(0, COPIES_MAX);
}

/** Whether all of it is within what is looked at. */
export function fitsBounds(shown: readonly ShownText[], sources: readonly Source[]): boolean {
  const sizeOf = (texts: readonly { readonly text: string }[]) => texts.reduce((sum, { text }) => sum + text.length, 0);
  return sizeOf(shown) <= ARGUMENTS_MAX && sizeOf(sources) <= SOURCES_MAX;
}

interface Budgeted<T> {
  readonly item: T;
  readonly text: string;
}

function withinBudget<T>(items: readonly T[], most: number, textOf: (item: T) => string): Budgeted<T>[] {
  let left = most;
  return items.flatMap((item) => {
    const text = textOf(item).slice(0, left);
    left -= text.length;
    return text === "" ? [] : [{ item, text }];
  });
}

const NO_PIECES: ReadonlySet<string> = new Set();

/** Which of the wanted pieces the source has, but for some. The newest source that has one is named for it. */
function noteShingles(text: string, index: number, wanted: Map<string, number | null>, but = NO_PIECES): void {
  for (let at = 0; at + LEAST_COPIED <= text.length; at += 1) {
    const piece = text.slice(at, at + LEAST_COPIED);
    if (wanted.get(piece) === null && !but.has(piece)) wanted.set(piece, index);
  }
}

function piecesOf(text: string, wanted: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const pieces = new Set<string>();
  for (let at = 0; at + LEAST_COPIED <= text.length; at += 1) {
    const piece = text.slice(at, at + LEAST_COPIED);
    if (wanted.has(piece)) pieces.add(piece);
  }
  return pieces;
}

interface CoveredRun {
  readonly from: number;
  readonly to: number;
  readonly source: number;
}

/** Stretches of an argument of which every piece stands in one source. */
function coveredRuns({ text }: FoldedText, found: ReadonlyMap<string, number | null>): CoveredRun[] {
  const runs: CoveredRun[] = [];
  let open: CoveredRun | undefined;
  for (let at = 0; at + LEAST_COPIED <= text.length; at += 1) {
    const source = found.get(text.slice(at, at + LEAST_COPIED)) ?? undefined;
    if (source === undefined) continue;
    if (open && open.source === source && at < open.to) open = { ...open, to: at + LEAST_COPIED };
    else {
      if (open) runs.push(open);
      open = { from: at, to: at + LEAST_COPIED, source };
    }
  }
  return open ? [...runs, open] : runs;
}
