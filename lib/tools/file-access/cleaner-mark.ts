import { failure } from "../failures/failure.ts";

/**
 * What the cleaner leaves where it took something out, `⟦credential: github #1⟧` or `⟦cut: 1234 characters⟧`, with or
 * without the call's nonce. Such a mark in new content means that the writer works from a cleaned copy, and that saving
 * it would replace the real thing with our mark.
 */
const CLEANER_MARK = /⟦(?:credential: [a-z0-9-]{2,24} #\d{1,7}|cut: \d{1,12} characters)(?: [a-zA-Z0-9]{1,32})?⟧/;

export function refuseCleanerMark(content: string): void {
  if (CLEANER_MARK.test(content)) {
    throw failure(
      "cleaned_copy",
      "The content holds a mark (⟦…⟧) in place of something removed; write the original text.",
    );
  }
}
