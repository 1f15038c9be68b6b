import { SLOTS } from "./slots.ts";

/** A small generator with a seed, so that training gives the same weights on every machine (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const ALTERNATIVES = new Map(Object.entries(SLOTS).map(([slot, list]) => [slot, list.split("|")]));

/** So many different sentences of a frame, or as many as its slots allow. */
export function expand(frame: string, count: number, random: () => number): string[] {
  const sentences = new Set<string>();
  for (let turn = 0; turn < count * 2 && sentences.size < count; turn++) {
    const filled = frame.replace(/\{([a-z]+)\}/g, (_, slot: string) => {
      const list = ALTERNATIVES.get(slot);
      if (list === undefined) throw new Error(`No slot is called ${slot}.`);
      return list[Math.floor(random() * list.length)] ?? "";
    });
    sentences.add(filled.charAt(0).toUpperCase() + filled.slice(1));
  }
  return [...sentences];
}
