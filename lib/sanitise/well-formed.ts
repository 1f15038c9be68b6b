import { StageLog, type StageResult, UNTOUCHED } from "./stage.ts";

/**
 * Lone surrogates become U+FFFD: they are no characters, they survive no encoder, and half a pair on each side of something
 * that a later stage removes would come together as a new character.
 */
export function mendSurrogates(text: string): StageResult {
  if (text.isWellFormed()) return UNTOUCHED;
  const log = new StageLog();
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0xd800 || unit > 0xdfff) continue;
    const next = text.charCodeAt(i + 1);
    if (unit < 0xdc00 && next >= 0xdc00 && next <= 0xdfff) i++;
    else log.edit(i, i + 1, "\ufffd", "unicode.lone-surrogate", "low");
  }
  return log;
}
