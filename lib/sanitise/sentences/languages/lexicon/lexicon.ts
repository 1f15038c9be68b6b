/**
 * What sentences that speak to a model over its user's head are made of, language by language: verbs, what they are done to, and
 * who is spoken to. Words are stems, parted by `|`, and stand for every ending; short ones, and those
 * with a full stop, stand for themselves. No one of them
 * says anything alone: `frames.ts` says which of them together do.
 */
export interface Lexicon {
  readonly language: string;
  /** To drop: imperatives, and denials of following. */
  readonly drop: string;
  /** What governs a model. */
  readonly rules: string;
  /** Which of it: the earlier, all of it, yours. */
  readonly prior: string;
  /** All that was said before. */
  readonly every: string;
  /** What somebody is to drop instead of reading it. */
  readonly text?: string;
  /** To say or write something. */
  readonly say?: string;
  /** Give me, tell me, show me. */
  readonly give: string;
  readonly secret: string;
  /** The model's own prompt and instructions. */
  readonly prompt: string;
  /** Who claims to have made the model, or to run it. */
  readonly maker: string;
  readonly mode: string;
  /** I enter, I activate; you are now in. */
  readonly enter: string;
  /** Obey me, follow my orders. */
  readonly obey: string;
  /** From now on. */
  readonly now: string;
  /** You are, act as. */
  readonly be: string;
  /** Your new task. */
  readonly task: string;
  /** Do not tell, without telling. */
  readonly conceal: string;
  readonly user: string;
  /** Assistants and models, as somebody addresses them. */
  readonly ai: string;
  readonly send: string;
  /** Words of texts about attacks. */
  readonly about: string;
  /** What denies a verb of dropping: good advice is to ignore nothing. */
  readonly denial?: { readonly before?: string; readonly after?: string };
}
