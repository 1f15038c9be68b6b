import { isSecretValue } from "./assignment.ts";
import { isGiven } from "./given.ts";
import { endOf } from "./separators.ts";
import type { Attempt, Match } from "./token.ts";

/** Passwords that a program reads from its standard input: piped into it, as a string behind `<<<`, as lines of names and passwords. */

/** What reads a password from its standard input. */
const READS =
  "(?:sudo[ ]+)?(?:chpasswd|passwd|sudo -S|su |cryptsetup|kinit|smbpasswd|vncpasswd|gh auth|[^|\\n]{0,80}(?:--password-stdin|--with-token|--stdin))";
const PIPED = new RegExp(
  `(?:-[neE]{1,2}[ ]+|'%s(?:\\\\n)?'[ ]+|"%s(?:\\\\n)?"[ ]+){0,2}["']?(?:[\\w.-]{1,64}:)?([^\\s"'\`|:]{6,128}?)(?:\\\\n[^"'\\s|]{0,128})?["']?[ ]*\\|[ ]*${READS}`,
  "y",
);

/** From `echo ` or `printf `: what is piped into a program that reads a password. */
export function matchPiped(text: string, end: number): Attempt {
  PIPED.lastIndex = end;
  const found = PIPED.exec(text);
  const password = found?.[1];
  if (found === null || password === undefined || !isGiven(password)) return end;
  const start = end + found[0].indexOf(password);
  return { start, end: start + password.length, kind: "password" };
}

const HERE = /["']?(?:[\w.-]{1,64}:)?([^\s"'`|:⟦⟧]{8,128})/y;
const BEFORE_HERE = /(?:chpasswd|passwd|sudo -S|\bsu\b|cryptsetup|kinit)[^\n]{0,80}$/;

/** From `<<< `: the same as a string that stands here. */
export function matchHere(text: string, end: number): Attempt {
  HERE.lastIndex = end;
  const found = HERE.exec(text);
  const password = found?.[1];
  if (found === null || password === undefined || !isSecretValue(password, "password")) return end;
  if (!BEFORE_HERE.test(text.slice(Math.max(0, end - 120), end))) return end;
  const stop = end + found[0].length;
  return { start: stop - password.length, end: stop, kind: "password" };
}

/** `name:password` lines, as `chpasswd` and the files that set up a machine have them. */
const LOGIN_LINE = /[^\n]{0,80}\n(?:[ \t]{0,16}(?:list|users):[ \t]*[|>]?[-+]?[ \t]*\n)?/y;
const LOGIN = /[ \t]{0,16}(?:- )?[\w.-]{1,64}:([^\s:"'⟦⟧]{8,128})[ \t]*(?:\r?\n|$)/y;
const LOGINS_MAX = 64;

/** From `chpasswd`. */
export function matchLogins(text: string, end: number): readonly Match[] {
  const logins: Match[] = [];
  let at = endOf(LOGIN_LINE, text, end);
  while (at !== undefined && logins.length < LOGINS_MAX) {
    LOGIN.lastIndex = at;
    const found = LOGIN.exec(text);
    const password = found?.[1];
    if (found === null || password === undefined || !isSecretValue(password, "password")) break;
    const start = at + found[0].lastIndexOf(password);
    logins.push({ start, end: start + password.length, kind: "password" });
    at += found[0].length;
  }
  return logins;
}
