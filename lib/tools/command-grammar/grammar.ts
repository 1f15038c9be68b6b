/**
 * Which commands may be given, said by what is allowed and not by what is feared: a program, and behind it arguments that
 * each fit a place of one of its forms. What fits no form is refused, whatever it is.
 */
export type Token =
  /** Exactly this. */
  | string
  | { readonly one_of: readonly string[] }
  /** A whole number, optionally behind a prefix such as `-n`. */
  | { readonly number: { readonly min: number; readonly max: number } }
  /** A path below the workspace: relative, without `..`, and never an option. */
  | { readonly path: "workspace" }
  /** Any text of so many characters that does not begin with a dash. */
  | { readonly text: number };

export interface Form {
  readonly program: string;
  /** Options that may stand before the arguments, in any order, each as it is written. */
  readonly flags?: readonly string[] | undefined;
  readonly arguments?: readonly Token[] | undefined;
  /** The last argument may be repeated up to so often. */
  readonly repeats?: number | undefined;
}

/** Looking at files and no more: no form writes, deletes, or starts another program. */
export const SHIPPED_FORMS: readonly Form[] = [
  {
    program: "ls",
    flags: ["-l", "-a", "-la", "-1", "-R", "-h", "-t"],
    arguments: [{ path: "workspace" }],
    repeats: 10,
  },
  { program: "cat", flags: ["-n"], arguments: [{ path: "workspace" }], repeats: 10 },
  { program: "head", arguments: ["-n", { number: { min: 1, max: 10_000 } }, { path: "workspace" }] },
  { program: "tail", arguments: ["-n", { number: { min: 1, max: 10_000 } }, { path: "workspace" }] },
  { program: "wc", flags: ["-l", "-w", "-c"], arguments: [{ path: "workspace" }], repeats: 10 },
  { program: "stat", arguments: [{ path: "workspace" }], repeats: 10 },
  { program: "du", flags: ["-h", "-s", "-sh"], arguments: [{ path: "workspace" }], repeats: 10 },
  { program: "sort", flags: ["-n", "-r", "-u"], arguments: [{ path: "workspace" }] },
  { program: "uniq", flags: ["-c", "-d"], arguments: [{ path: "workspace" }] },
  { program: "diff", flags: ["-u", "-r", "-q"], arguments: [{ path: "workspace" }, { path: "workspace" }] },
  {
    program: "grep",
    flags: ["-n", "-r", "-i", "-l", "-c", "-F", "-E", "-w", "-v"],
    arguments: ["-e", { text: 500 }, { path: "workspace" }],
    repeats: 10,
  },
  { program: "find", arguments: [{ path: "workspace" }, "-name", { text: 200 }] },
  { program: "find", arguments: [{ path: "workspace" }, "-type", { one_of: ["f", "d"] }] },
  { program: "sha256sum", arguments: [{ path: "workspace" }], repeats: 10 },
];

/** The form that a command fits, or nothing. */
export function formOf(forms: readonly Form[], program: string, args: readonly string[]): Form | undefined {
  return forms.find((form) => form.program === program && fits(form, args));
}

function fits({ flags = [], arguments: tokens = [], repeats = 1 }: Form, args: readonly string[]): boolean {
  let at = 0;
  // A flag counts once: an option that is written twice is no honest command.
  const left = new Set(flags);
  while (at < args.length && left.delete(args[at] ?? "")) at += 1;
  const rest = args.slice(at);
  const [last, most] = [tokens.at(-1), tokens.length + (tokens.length > 0 ? repeats - 1 : 0)];
  // All that is asked for, or none of it: `ls` alone is the whole folder.
  if (rest.length === 0) return tokens.every((token) => typeof token === "object" && "path" in token) && repeats > 1;
  if (rest.length < tokens.length || rest.length > most) return false;
  return rest.every((argument, index) => {
    const token = tokens[index] ?? last;
    return token !== undefined && suits(token, argument);
  });
}

function suits(token: Token, argument: string): boolean {
  if (typeof token === "string") return argument === token;
  if ("one_of" in token) return token.one_of.includes(argument);
  if ("number" in token) {
    return /^\d{1,9}$/.test(argument) && Number(argument) >= token.number.min && Number(argument) <= token.number.max;
  }
  if ("text" in token) return argument.length > 0 && argument.length <= token.text && !/^-|[\0]/.test(argument);
  return isWorkspacePath(argument);
}

function isWorkspacePath(argument: string): boolean {
  if (argument === "" || argument.length > 1024 || /^[-/~]|\0/.test(argument)) return false;
  return !argument.split("/").includes("..");
}

/** A form as people read it. */
export function formText({ program, flags = [], arguments: tokens = [], repeats = 1 }: Form): string {
  const words = tokens.map((token) => {
    if (typeof token === "string") return token;
    if ("one_of" in token) return `(${token.one_of.join("|")})`;
    if ("number" in token) return `<${token.number.min}..${token.number.max}>`;
    return "text" in token ? "<text>" : "<path>";
  });
  return [program, ...flags.map((flag) => `[${flag}]`), ...words].join(" ") + (repeats > 1 ? " ..." : "");
}
