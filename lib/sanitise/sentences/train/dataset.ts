import type { LabelledText } from "#fixtures/sanitise/labelled-texts.ts";
import { eachUnit } from "../each-unit.ts";
import { FeatureReader } from "../model/features.ts";
import { type Unit, unitAt, withBefore } from "../units.ts";
import { expand } from "./expand.ts";
import { HONEST } from "./honest.ts";
import { HONEST_CLAIMS } from "./honest-claims.ts";
import { HONEST_ENGINEERING } from "./honest-engineering.ts";
import { HONEST_HANDBOOK } from "./honest-handbook.ts";
import { HONEST_MANUALS } from "./honest-manuals.ts";
import { HONEST_REFERENCES } from "./honest-references.ts";
import { HONEST_SECURITY } from "./honest-security.ts";
import { HONEST_VARIETY } from "./honest-variety.ts";
import { HONEST_VOICES } from "./honest-voices.ts";
import { HOSTILE } from "./hostile.ts";
import { HOSTILE_CLAIMS } from "./hostile-claims.ts";
import { HOSTILE_CORE } from "./hostile-core.ts";
import { HOSTILE_NOTES } from "./hostile-notes.ts";
import { HOSTILE_REQUESTS } from "./hostile-requests.ts";
import { HOSTILE_VARIETY } from "./hostile-variety.ts";
import { HOSTILE_VOICES } from "./hostile-voices.ts";
import type { Passage } from "./package-documents.ts";

/** The windows of one sentence. Of a hostile one a single window need be hostile, of an honest one all are honest. */
export interface Bag {
  readonly windows: readonly Int32Array[];
  readonly isHostile: boolean;
  readonly weight: number;
}

/** Families whose rows hold a sentence that is hostile by its words. */
const TAUGHT = new Set(["override", "authority", "exfil-request"]);
const SENTENCES_A_FRAME = 30;
/** How many of our honest sentences are read with another before them. */
const PAIRED = 0.3;
/** Rows that speak of attacks may quote one word for word; they teach, but softly. */
const MENTION_WEIGHT = 0.5;
/** There are more of them than of all others. */
const PASSAGE_WEIGHT = 0.5;

export function bagsOf(rows: readonly LabelledText[], passages: readonly Passage[], random: () => number): Bag[] {
  const honest = rows.filter(({ isHostile }) => !isHostile);
  const tails = fragmentsOf(honest.filter(({ family }) => family !== "mention"));
  return [
    ...ownBags(tails, random),
    ...honest.flatMap(honestBags),
    ...passages.flatMap(passageBags),
    ...hostileBags(rows),
  ];
}

function ownBags(tails: readonly string[], random: () => number): Bag[] {
  const bags: Bag[] = [];
  for (const [frames, isHostile] of [
    [
      [
        ...HOSTILE,
        ...HOSTILE_VARIETY,
        ...HOSTILE_CLAIMS,
        ...HOSTILE_REQUESTS,
        ...HOSTILE_NOTES,
        ...HOSTILE_CORE,
        ...HOSTILE_VOICES,
      ],
      true,
    ],
    [
      [
        ...HONEST,
        ...HONEST_VARIETY,
        ...HONEST_MANUALS,
        ...HONEST_REFERENCES,
        ...HONEST_CLAIMS,
        ...HONEST_SECURITY,
        ...HONEST_ENGINEERING,
        ...HONEST_HANDBOOK,
        ...HONEST_VOICES,
      ],
      false,
    ],
  ] as const) {
    for (const frame of frames) {
      const sentences = expand(frame, SENTENCES_A_FRAME, random);
      const weight = (isHostile ? 1 : 1.5) / Math.sqrt(sentences.length / 3);
      let before = "";
      for (const sentence of sentences) {
        const text = isHostile ? dress(sentence, tails, random) : sentence;
        bags.push({ windows: windowsOf(text, 0, text.length), isHostile, weight });
        if (!isHostile && random() < PAIRED) {
          const pair = `${before} ${sentence}`;
          bags.push({ windows: windowsOf(pair, 0, pair.length), isHostile, weight });
        }
        before = sentence;
      }
    }
  }
  return bags;
}

/** Honest words behind a hostile frame, or data before it, so that neither acquits it. */
function dress(sentence: string, tails: readonly string[], random: () => number): string {
  if (tails.length === 0) return sentence;
  const some = (): string => tails[Math.floor(random() * tails.length)] ?? "";
  let text = sentence;
  if (random() < 0.5) text = `${text.replace(/\.$/, "")}${random() < 0.5 ? " and" : ""} ${some()}`;
  if (random() < 0.25) text = `${some().split(" ").slice(0, 4).join(" ")}: "${text}`;
  return text;
}

function fragmentsOf(rows: readonly LabelledText[]): string[] {
  return rows.flatMap(({ text }) =>
    unitsOf(text).flatMap(({ start, end }) => {
      const words = text.slice(start, end).trim().split(/\s+/);
      const fragments: string[] = [];
      for (let at = 0; at + 3 < words.length; at += 9) fragments.push(words.slice(at, at + 7).join(" "));
      return fragments;
    }),
  );
}

/** Each unit, and each with the one before it: two sentences are judged together too. */
function honestBags({ text, family }: LabelledText): Bag[] {
  return bagsOfUnits(text, unitsOf(text), family === "mention" ? MENTION_WEIGHT : 1);
}

function passageBags({ text, units }: Passage): Bag[] {
  return bagsOfUnits(text, units, PASSAGE_WEIGHT);
}

function bagsOfUnits(text: string, units: readonly Unit[], weight: number): Bag[] {
  return units.flatMap((unit) =>
    [unit, withBefore(text, unit)].flatMap((read) =>
      read === undefined ? [] : [{ windows: windowsOf(text, read.start, read.end), isHostile: false, weight }],
    ),
  );
}

/** A row is hostile somewhere; where, the model is asked that knows our own sentences. */
function hostileBags(rows: readonly LabelledText[]): Bag[] {
  const taught = rows.filter(({ isHostile, family }) => isHostile && TAUGHT.has(family));
  return [...Map.groupBy(taught, ({ group }) => group).values()].flatMap((group) =>
    group.map(({ text }) => {
      const windows: Int32Array[] = [];
      eachUnit(text, ({ start, end }) => windows.push(...windowsOf(text, start, end)));
      return { windows, isHostile: true, weight: 3 / group.length };
    }),
  );
}

const reader = new FeatureReader();

function windowsOf(text: string, start: number, end: number): Int32Array[] {
  const windows = reader.read(text, start, end);
  return Array.from({ length: windows }, (_, window) => {
    const count = reader.collect(window);
    return reader.features.slice(0, count);
  });
}

function unitsOf(text: string): Unit[] {
  const units: Unit[] = [];
  for (let at = 0; at < text.length; ) {
    const unit = unitAt(text, at);
    units.push(unit);
    at = Math.max(unit.end, at + 1);
  }
  return units;
}
