import type { VisibleSegment } from "#lib/sanitise/visible.ts";
import { shownSegments } from "./shown-segments.ts";

export type HiddenCharacter = Extract<VisibleSegment, { kind: "hidden" }>;

/** A stretch of text, or a row of characters that are named instead of shown. */
export interface Piece {
  readonly at: number;
  readonly text: string;
  readonly hidden: readonly HiddenCharacter[];
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Pieces that lie in one span, or between two. */
export interface Stretch<S extends Place> {
  readonly at: number;
  readonly span: S | null;
  readonly pieces: readonly Piece[];
}

/**
 * A text in pieces, by the spans that are marked in it. What hides is looked for in the whole text, before it is cut: a letter of
 * another script in the middle of a word is only foreign beside the letters around it. Of overlapping spans the earlier one keeps
 * the ground.
 */
export function layOutText<S extends Place>(text: string, spans: readonly S[]): Stretch<S>[] {
  const ground = settle(spans);
  const cuts = ground.flatMap(({ start, end }) => [start, end]);
  const stretches: { at: number; span: S | null; pieces: Piece[] }[] = [];
  for (const piece of gather(shownSegments(text)).flatMap((each) => cutPiece(each, cuts))) {
    const span = ground.find(({ start, end }) => piece.at >= start && piece.at < end)?.of ?? null;
    const last = stretches.at(-1);
    if (last && last.span === span) last.pieces.push(piece);
    else stretches.push({ at: piece.at, span, pieces: [piece] });
  }
  return stretches;
}

interface Ground<S> extends Place {
  readonly of: S;
}

function settle<S extends Place>(spans: readonly S[]): Ground<S>[] {
  const ground: Ground<S>[] = [];
  for (const span of spans.toSorted((left, right) => left.start - right.start)) {
    const start = Math.max(span.start, ground.at(-1)?.end ?? 0);
    if (span.end > start) ground.push({ start, end: span.end, of: span });
  }
  return ground;
}

function cutPiece(piece: Piece, cuts: readonly number[]): Piece[] {
  if (piece.hidden.length > 0) return [piece];
  const end = piece.at + piece.text.length;
  const inside = cuts.filter((cut) => cut > piece.at && cut < end);
  const ends = [...new Set(inside), end].sort((left, right) => left - right);
  let at = piece.at;
  return ends.map((to) => {
    const part = { at, text: piece.text.slice(at - piece.at, to - piece.at), hidden: [] };
    at = to;
    return part;
  });
}

/** More than this in a row are named once, with their number: a hundred chips would hide the text in their own way. */
const NAMED_SINGLY = 3;

function gather(segments: readonly VisibleSegment[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (let index = 0; index < segments.length; ) {
    const row: HiddenCharacter[] = [];
    for (let next = segments[index]; next?.kind === "hidden"; next = segments[index + row.length]) row.push(next);
    const taken = row.length > NAMED_SINGLY ? row : row.slice(0, 1);
    const text = taken.length > 0 ? taken.map((each) => each.text).join("") : (segments[index]?.text ?? "");
    pieces.push({ at, text, hidden: taken });
    at += text.length;
    index += Math.max(1, taken.length);
  }
  return pieces;
}
