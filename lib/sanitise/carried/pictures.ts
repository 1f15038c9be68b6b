import { PICTOGRAPH, traitsOf } from "../traits.ts";
import { Streak, type Taken } from "./streak.ts";

/** Codes in the colours of hands, and in letters of flags that are no flags. */
export class PictureCodes {
  readonly #text: string;
  readonly #tones: Streak;
  readonly #bareTones: Streak;
  readonly #noFlags: Streak;
  /** Where the second letter of a flag would stand. */
  #second = -1;

  constructor(text: string, taken: Taken[]) {
    this.#text = text;
    this.#tones = new Streak(taken, { reach: 5, least: 24, rule: RULE, isCode: ({ kinds }) => isShuffled(kinds) });
    this.#bareTones = new Streak(taken, { reach: 24, least: 12, rule: RULE, isCode: ({ kinds }) => isShuffled(kinds) });
    // Taking some away would make other flags of those that are left.
    this.#noFlags = new Streak(taken, { reach: 16, least: 12, rule: RULE, stays: true, isCode: () => true });
  }

  tone(at: number, codePoint: number, seen: number): void {
    // Of pairs lists show every tone beside every other.
    const isOfPair = this.#text.charCodeAt(at + 2) === ZWJ || this.#text.charCodeAt(at - 3) === ZWJ;
    if (!isOfPair) this.#tones.add(at, codePoint, seen);
    const before = this.#text.codePointAt(at - 2) ?? -1;
    if (at === 0 || (traitsOf(before) & PICTOGRAPH) === 0) this.#bareTones.add(at, codePoint, seen);
  }

  flagLetter(at: number, codePoint: number, seen: number): void {
    if (at !== this.#second) {
      this.#second = at + 2;
      return;
    }
    this.#second = -1;
    const first = this.#text.codePointAt(at - 2) as number;
    if (REGIONS.has(letterOf(first) + letterOf(codePoint))) return;
    this.#noFlags.add(at - 2, first, seen - 2);
    this.#noFlags.add(at, codePoint, seen);
  }

  finish(): void {
    for (const streak of [this.#tones, this.#bareTones, this.#noFlags]) streak.finish();
  }
}

const RULE = "hidden.pictures";
const ZWJ = 0x200d;

/** A list goes through the tones from the lightest to the darkest, or stays at one. */
function isShuffled(tones: readonly number[]): boolean {
  let odd = 0;
  for (let i = 1; i < tones.length; i++) {
    const step = (tones[i] as number) - (tones[i - 1] as number);
    if (step !== 0 && step !== 1 && step !== -4) odd += 1;
  }
  return odd * 3 >= tones.length;
}

function letterOf(codePoint: number): string {
  return String.fromCharCode(codePoint - 0x1f1e6 + 0x61);
}

/** Whose flags there are. */
const REGIONS = new Set(
  (
    "ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br bs bt bv bw by bz ca cc cd cf cg ch ci ck cl cm cn " +
    "co cp cq cr cu cv cw cx cy cz de dg dj dk dm do dz ea ec ee eg eh er es et eu fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu " +
    "gw gy hk hm hn hr ht hu ic id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me " +
    "mf mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro " +
    "rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st sv sx sy sz ta tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug um un us uy uz va " +
    "vc ve vg vi vn vu wf ws xk ye yt za zm zw"
  ).split(" "),
);
