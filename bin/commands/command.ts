/** One command of `airlock`. Only JSON, or a table meant for people, goes to stdout; everything said about it goes to stderr. */
export interface Command {
  readonly usage: string;
  /** Gives the exit code. */
  run(args: readonly string[]): Promise<number>;
}

/** What is known of a command before it is loaded. */
export interface Entry {
  readonly summary: string;
  load(): Promise<Command>;
}

/** The command line was wrong: exit 2, with the usage. Everything else that is thrown is a failure of the program: exit 3. */
export class UsageError extends Error {}
