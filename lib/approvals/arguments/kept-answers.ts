/**
 * The last few answers of a function that always gives the same one to the same question and takes long over it. A card is read anew
 * whenever something happens, and an agent decides how much there is to read in its arguments.
 */
export class KeptAnswers<T> {
  readonly #most: number;
  readonly #answers = new Map<string, T>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Of the question's own text: two different questions never share an answer. */
  get(question: string, answer: () => T): T {
    const kept = this.#answers.get(question) ?? answer();
    // The one that was asked for last goes last.
    this.#answers.delete(question);
    this.#answers.set(question, kept);
    for (const [oldest] of this.#answers) {
      if (this.#answers.size <= this.#most) break;
      this.#answers.delete(oldest);
    }
    return kept;
  }

  /** For an answer that was none. */
  forget(question: string): void {
    this.#answers.delete(question);
  }
}
