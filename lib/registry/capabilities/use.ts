/** Something of the outside that a tool's code reaches for, at the place where it does. */
export interface Use {
  readonly kind: "fs.look" | "fs.read" | "fs.write" | "net" | "env" | "exec" | "unanalysable";
  /** The name it goes by in the code: `fs.readFile`, `process.env.TOKEN`, `fetch`. */
  readonly what: string;
  /** The variable, literal path or literal URL, where the code names one. */
  readonly target?: string;
  /** Why nothing can be said about it; only of what cannot be analysed. */
  readonly why?: string;
  /** Offset into the analysed text. */
  readonly at: number;
}
