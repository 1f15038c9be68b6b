import { SCRIPTS } from "./other-scripts.ts";

/** Where a text of another script says to drop what was said before, or speaks as the model's master. */
export interface CoreHit {
  readonly start: number;
  readonly end: number;
}

const SPAN = 64;
const HITS_MAX = 50;

/** Greek to Georgian and beyond, and everything East Asian; punctuation that English uses is not among it. */
const HAS_OTHER_SCRIPT = /[\u0370-\u1cff\u3040-\ud7ff]/;

const CORES: readonly RegExp[] = SCRIPTS.map(
  ({ drop, object, prior, alone, asked }) => new RegExp(`(${drop})|(${object})|(${prior})|(${alone})|(${asked})`, "gi"),
);
/** The blocks of 128 characters of each script, first and behind the last; in the order of `SCRIPTS`. */
const BLOCKS: readonly (readonly [first: number, end: number])[][] = [
  [[0x400, 0x500]],
  [[0x600, 0x700]],
  [[0x900, 0x980]],
  [[0x980, 0xa00]],
  [
    [0xe00, 0xf00],
    [0x1780, 0x1800],
  ],
  [
    [0x3000, 0x3100],
    [0x4e00, 0xa000],
  ],
  [[0xac00, 0xd780]],
  [[0x380, 0x400]],
  [[0x580, 0x600]],
  [
    [0x500, 0x580],
    [0xb80, 0xc80],
    [0x1080, 0x1380],
  ],
];

/** One bit a script for each block of 128 characters. */
const SCRIPTS_OF_BLOCK: Uint16Array = Uint16Array.from({ length: 512 }, (_, block) =>
  BLOCKS.reduce(
    (bits, ranges, script) =>
      ranges.some(([first, end]) => block * 128 >= first && block * 128 < end) ? bits | (1 << script) : bits,
    0,
  ),
);

export function findInScripts(text: string): CoreHit[] {
  if (!HAS_OTHER_SCRIPT.test(text)) return [];
  let scripts = 0;
  for (let at = 0; at < text.length; at++) scripts |= SCRIPTS_OF_BLOCK[text.charCodeAt(at) >> 7] as number;
  return CORES.flatMap((core, script) => ((scripts & (1 << script)) === 0 ? [] : findCore(text, core)));
}

function findCore(text: string, core: RegExp): CoreHit[] {
  const hits: CoreHit[] = [];
  const last = [-1, -1, -1];
  core.lastIndex = 0;
  for (let match = core.exec(text); match !== null && hits.length < HITS_MAX; match = core.exec(text)) {
    const end = match.index + match[0].length;
    const kind = match.findIndex((group, at) => at > 0 && group !== undefined) - 1;
    if (kind === 3) {
      hits.push({ start: match.index, end });
      continue;
    }
    if (kind === 4) {
      if (ASKED.test(text.slice(end, end + ASKED_REACH))) hits.push({ start: match.index, end });
      continue;
    }
    last[kind] = match.index;
    const start = Math.min(...last);
    if (start < 0 || end - start > SPAN || SENTENCE_END.test(text.slice(start, match.index))) continue;
    hits.push({ start, end });
    last.fill(-1);
  }
  return hits;
}

/** A secret that is asked for, and not one that a manual speaks of. */
const ASKED = /[?\uff1f\u061f]/;
const ASKED_REACH = 16;

const SENTENCE_END = /[.!?。！？।؟]\s|[。！？\n।]/;
