/** What LIKE finds a text by, wherever it stands, with nothing in it that LIKE reads as a sign. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}

/** The same in JSON text, where a quote or a line break is written as an escape. */
export function containingInJson(text: string): string {
  return containing(JSON.stringify(text).slice(1, -1));
}

/** The words of a question: each of them is to be found. */
export function wordsOf(question: string): string[] {
  return question.split(/\s+/).filter(Boolean);
}
