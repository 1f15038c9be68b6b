import { CARRIES, classOf } from "../characters.ts";
import type { Company } from "../honest-company.ts";
import * as trait from "../traits.ts";
import { traitsOf } from "../traits.ts";
import { countDistinct, isByTurns, isIrregular, isPeriodic, isUnordered, Streak, type Taken } from "./streak.ts";

/**
 * Codes in characters each of which is honest where it stands: joiners by turns in Persian, marks of direction that turn nothing,
 * selectors on every sign of Chinese, emoji joined to chains, icons behind words.
 */
export class KeptCodes {
  readonly #text: string;
  readonly #joiners: Streak;
  readonly #joinersAtEnds: Streak;
  readonly #idleMarks: Streak;
  readonly #onIdeographs: Streak;
  readonly #styles: Streak;
  readonly #onSigns: Streak;
  readonly #mongolian: Streak;
  readonly #chain: Streak;
  readonly #oddlyJoined: Streak;
  readonly #unassigned: Streak;
  readonly #unassignedBehind: Streak;
  readonly #icons: Streak;
  readonly #iconsBehind: Streak;
  readonly #iconsAtEnds: Streak;
  #joinedAt = -1;
  #links = 0;

  constructor(text: string, taken: Taken[]) {
    this.#text = text;
    const streak = (
      reach: number,
      least: number,
      rule: string,
      isCode: (kinds: readonly number[]) => boolean,
    ): Streak => new Streak(taken, { reach, least, rule, isCode: ({ kinds }) => isCode(kinds) });
    const any = (): boolean => true;
    this.#joiners = streak(32, 16, ZERO_WIDTH, isByTurns);
    this.#joinersAtEnds = streak(
      32,
      16,
      ZERO_WIDTH,
      (kinds) => isByTurns(kinds) && isShared(kinds) && !isPeriodic(kinds),
    );
    this.#idleMarks = streak(120, 12, ZERO_WIDTH, (kinds) => countDistinct(kinds) > 1);
    this.#onIdeographs = streak(3, 24, SELECTOR, isByTurns);
    this.#styles = streak(6, 24, SELECTOR, (kinds) => isIrregular(kinds) && !isPeriodic(kinds));
    this.#onSigns = streak(4, 24, SELECTOR, any);
    this.#mongolian = streak(3, 24, ZERO_WIDTH, isByTurns);
    this.#chain = streak(Number.POSITIVE_INFINITY, CHAIN_LEAST, ZERO_WIDTH, any);
    this.#oddlyJoined = streak(12, 12, ZERO_WIDTH, any);
    this.#unassigned = streak(120, 12, PRIVATE, (kinds) => isByTurns(kinds) && !isPeriodic(kinds));
    this.#unassignedBehind = streak(120, 8, PRIVATE, any);
    this.#icons = streak(2, 16, PRIVATE, (kinds) => countDistinct(kinds) >= KINDS && isUnordered(kinds));
    this.#iconsBehind = streak(120, 12, PRIVATE, (kinds) => countDistinct(kinds) >= KINDS);
    this.#iconsAtEnds = streak(120, 12, PRIVATE, (kinds) => isByTurns(kinds) && !isPeriodic(kinds));
  }

  kept(at: number, codePoint: number, company: Company, seen: number): void {
    const before = traitsOf(company.before);
    if (codePoint >= 0x200b && codePoint <= 0x200d) {
      if (codePoint === ZWJ && (before & (trait.PICTOGRAPH | trait.SKIN_TONE)) !== 0) this.#join(at, company, seen);
      // Behind a sign that takes the vowel away both joiners are spelling.
      else if ((before & trait.VIRAMA) === 0) this.#joiner(at, codePoint, company, seen);
    } else if (codePoint === 0x200e || codePoint === 0x200f || codePoint === 0x061c) {
      if (this.#isIdle(at, company)) this.#idleMarks.add(at, codePoint, seen);
    } else if (codePoint === 0xfe0e || codePoint === 0xfe0f) this.#styles.add(at, codePoint, seen);
    else if (codePoint >= 0x180b && codePoint <= 0x180f) this.#mongolian.add(at, codePoint, seen);
    else if ((before & trait.IDEOGRAPH) !== 0) this.#onIdeographs.add(at, codePoint, seen);
    else if (codePoint === 0xfe00) this.#onSigns.add(at, codePoint, seen);
    else if (classOf(codePoint) === CARRIES) this.#carrier(at, codePoint, company, seen);
  }

  /** A joiner between letters that join anyway says nothing; behind the last letter it shows how it would go on. */
  #joiner(at: number, codePoint: number, { after }: Company, seen: number): void {
    if (after === SPACE) this.#joinersAtEnds.add(at, codePoint, seen);
    else if (codePoint !== ZWJ || (traitsOf(after) & trait.JOINING) !== 0) this.#joiners.add(at, codePoint, seen);
  }

  /** Links of a chain follow each other with one picture between them; no emoji has many. */
  #join(at: number, { after }: Company, seen: number): void {
    const between = this.#joinedAt < 0 ? "" : this.#text.slice(this.#joinedAt + 1, Math.min(at, this.#joinedAt + 9));
    this.#links = this.#joinedAt >= 0 && at - this.#joinedAt < 9 && ONE_PICTURE.test(between) ? this.#links + 1 : 1;
    if (this.#links === 1) this.#chain.finish();
    this.#joinedAt = at;
    this.#chain.add(at, ZWJ, seen);
    if (this.#links < CHAIN_LEAST && !JOINED.has(after)) this.#oddlyJoined.add(at, ZWJ, seen);
  }

  /** A mark of direction between letters that run the same way anyway. */
  #isIdle(at: number, { before, after }: Company): boolean {
    if (!isLeftward(before)) return false;
    return isLeftward(after === SPACE ? (this.#text.codePointAt(this.#text.indexOf(" ", at) + 1) ?? -1) : after);
  }

  #carrier(at: number, codePoint: number, { before, after }: Company, seen: number): void {
    // Among the signs of a wrong decoding everything is by chance.
    if (before === REPLACED || after === REPLACED) return;
    const isBehind = (traitsOf(before) & trait.LETTER) !== 0 || (before >= 0x30 && before <= 0x39);
    if (codePoint < 0xe000 || codePoint > 0xf8ff) {
      this.#unassigned.add(at, codePoint, seen);
      if (isBehind) this.#unassignedBehind.add(at, codePoint, seen);
      return;
    }
    // The signs between the parts of a prompt.
    if (codePoint >= 0xe0a0 && codePoint <= 0xe0d7) return;
    this.#icons.add(at, codePoint, seen);
    if (!isBehind) return;
    this.#iconsBehind.add(at, codePoint, seen);
    // In texts out of PDF they are ligatures, most of them inside of words.
    if ((traitsOf(after) & trait.LETTER) === 0) this.#iconsAtEnds.add(at, codePoint, seen);
  }

  finish(): void {
    for (const streak of [
      this.#joiners,
      this.#joinersAtEnds,
      this.#idleMarks,
      this.#onIdeographs,
      this.#styles,
      this.#onSigns,
      this.#mongolian,
      this.#chain,
      this.#oddlyJoined,
      this.#unassigned,
      this.#unassignedBehind,
      this.#icons,
      this.#iconsBehind,
      this.#iconsAtEnds,
    ])
      streak.finish();
  }
}

const ZERO_WIDTH = "hidden.zero-width";
const SELECTOR = "hidden.variation-selector";
const PRIVATE = "hidden.private-use";
const ZWJ = 0x200d;
const SPACE = 0x20;
const REPLACED = 0xfffd;
/** The longest emoji there are have three links. */
const CHAIN_LEAST = 8;
/** Fonts of ligatures have fewer. */
const KINDS = 8;
const ONE_PICTURE = /^\p{Extended_Pictographic}[\ufe0e\ufe0f]?\p{Emoji_Modifier}?[\ufe0e\ufe0f]?$/u;

/** What the emoji of today join to another: people, signs of what they do, and what things have become. */
const JOINED = new Set(
  Array.from(
    "♀♂⚕⚖✈❤⚧☠➡↔↕❄⬛🌾🍳🍼🎄🎓🎤🎨🏫🏭🌈👦👧👨👩💋💥💨💫💻💼🔥🔧🔬🗨🚀🚒🟩🟫🤝🦯🦰🦱🦲🦳🦺🦼🦽🧑🧒🩹🌫🩰🫯",
    (sign) => sign.codePointAt(0) as number,
  ),
);

/** Whether the first of them is a quarter of all or more, and no more than three. */
function isShared(kinds: readonly number[]): boolean {
  const share = kinds.filter((kind) => kind === kinds[0]).length / kinds.length;
  return share >= 0.25 && share <= 0.75;
}

function isLeftward(codePoint: number): boolean {
  return (traitsOf(codePoint) & (trait.LETTER | trait.RIGHT_TO_LEFT)) === (trait.LETTER | trait.RIGHT_TO_LEFT);
}
