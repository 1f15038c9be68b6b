import { StageLog, type StageResult, UNTOUCHED } from "./stage.ts";

/**
 * Lone surrogates become U+FFFD: they are no characters, they survive no encoder, and half a pair on each side of something
 * that a later stage removes would come together as a new character.
 */
export function mendSurrogates(text: string): StageResult {
  if (text.isWellFormed()) return UNTOUCHED;
  const log = new StageLog();
  for (let i = 0; i < text.length; ) {
    const start = i;
    while (isLone(text, i)) i++;
    if (i > start) log.edit(start, i, "\ufffd".repeat(i - start), "unicode.lone-surrogate", "low");
    else i += isLead(text.charCodeAt(i)) ? 2 : 1;
  }
  return log;
}

function isLone(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  // A second half is lone wherever the walk meets it: it steps over whole pairs.
  return isLead(unit) ? !isTrail(text.charCodeAt(at + 1)) : isTrail(unit);
}

function isLead(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isTrail(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
