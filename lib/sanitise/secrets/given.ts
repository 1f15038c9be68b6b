import { isSecretValue } from "./assignment.ts";
import { isTyped, makeupOf } from "./made-up.ts";
import type { Attempt, Match } from "./token.ts";

/**
 * Passwords that are given to something without a name of their own: the words of a command, the arguments of a call, the other half
 * of a pair. None of these places holds only passwords, so what stands there has to look typed.
 */

/** Commands and lines of configuration that have a password among their next few words. */
export const GIVES_PASSWORD = [
  "net user ",
  "net use ",
  "add_user ",
  "change_password ",
  "bw login ",
  "bw unlock ",
  "user:password ",
  "htpasswd -",
  "mosquitto_passwd ",
  "ftp> user ",
  "wpa_passphrase ",
  "reset-admin-password ",
  "set-initial-password ",
  "authtoken ",
  "setapikey ",
  "alias set ",
  "server key ",
  "server host ",
  "key 7 ",
  "key 0 ",
  'send "',
  "rocommunity ",
  "rwcommunity ",
  "db2 connect to ",
  "rootpw ",
  "securestring ",
  "privilege 15 secret ",
  "root-password password ",
  "_pw ",
  "requirepass ",
  "masterauth ",
  "sasl_password_maps ",
  "enc -",
  "ssh-keygen ",
  "oathtool ",
  "user-password ",
] as const;

/** Commands of protocols, in capitals there, with the number of words before the password. */
export const SPOKEN = { "auth ": 0, "pass ": 0, " login ": 1 } as const;
/** What a server answers to them. */
const ANSWERED = /(?:^|\n)(?:230|235|331|334|\+OK|\+\r?\n|\w+ OK)/;

/** From such a command, at `[start, end)`. */
export function matchSpoken(text: string, start: number, end: number): Attempt {
  const command = text.slice(start, end);
  const words = SPOKEN[command.toLowerCase() as keyof typeof SPOKEN];
  if (command !== command.toUpperCase()) return end;
  const pattern = words === 0 ? /"?([^\s"]{8,128})"?(?=\r?\n|$)/y : /[^\s]{1,64} "?([^\s"]{8,128})"?(?=\r?\n|$)/y;
  pattern.lastIndex = end;
  const password = pattern.exec(text)?.[1];
  if (password === undefined || !isGiven(password)) return end;
  if (command === "PASS " && !ANSWERED.test(text.slice(Math.max(0, start - 200), end + 200))) return end;
  const at = text.indexOf(password, end);
  return { start: at, end: at + password.length, kind: "password" };
}

const WORDS_MAX = 7;
/** A word of a command, and the quotation mark around it; a name before its sign is passed over. */
const WORD = /[ \t]{0,8}(?:--?[\w-]{1,32}[=:])?["'(>]{0,2}([^\s"'`;|&)⟦⟧]{1,256})["')]{0,2}/y;

/** Behind one of those, to the end of the command. */
export function matchGiven(text: string, end: number): readonly Match[] {
  const given: Match[] = [];
  let at = end;
  for (let words = 0; words < WORDS_MAX; words++) {
    WORD.lastIndex = at;
    const found = WORD.exec(text);
    const word = found?.[1]?.replace(/(?:\\[rn])+$/, "");
    if (found === null || word === undefined) break;
    const start = at + found[0].lastIndexOf(word);
    if (isGiven(word)) given.push({ start, end: start + word.length, kind: "password" });
    at += found[0].length;
  }
  return given;
}

export function isGiven(word: string): boolean {
  return !/^[-/\\]|^\w+:\/\//.test(word) && isSecretValue(word, "password") && isTyped(word);
}

/** Calls that take a password, or a key, as one of their arguments. */
export const CALLED_WITH_PASSWORD = [
  "basicauth(",
  "basic_auth(",
  "bearer_auth(",
  "networkcredential(",
  "credentials(",
  "credential(",
  "pscredential(",
  "auth=(",
  "auth = (",
  "credentials = (",
  ".login(",
  ".auth(",
  "getconnection(",
  "mysqli_connect(",
  "new pdo(",
  "->connect(",
  "_decrypt(",
  "_encrypt(",
  "jwt.sign(",
  "jwt.encode(",
  "keystore.load(",
  "fernet(",
  "buildconfigfield ",
] as const;

const ARGUMENTS_MAX = 4;
const ARGUMENT =
  /\s{0,8}(?:(?:Some|String::from|Buffer\.from|ConvertTo-SecureString)[( ])?(?:[bN@]?["'\\]{1,4}([^"'\\\n⟦⟧]{0,256})["'\\]{1,3}|[\w.$&>[\]-]{1,64})\)?\s{0,8}(,?)/y;

/** From the bracket of such a call: the first of its strings that looks typed. */
export function matchArgument(text: string, end: number): Attempt {
  let at = end;
  for (let tried = 0; tried < ARGUMENTS_MAX; tried++) {
    ARGUMENT.lastIndex = at;
    const found = ARGUMENT.exec(text);
    if (found === null) return at;
    const [whole, string, more] = found;
    if (string !== undefined && isGiven(string)) {
      const start = at + whole.indexOf(string);
      return { start, end: start + string.length, kind: "password" };
    }
    at += whole.length;
    if (more === "") return at;
  }
  return at;
}

/** Behind these a name and its password follow, with a sign between them. */
export const BEFORE_PAIR = [
  "credentials",
  "creds",
  "login:",
  "login with ",
  "username/password",
  "authident",
  "userpwd",
  "bundle_",
  "--auth ",
  " -auth ",
  "http -a ",
  "https -a ",
  "--user=",
  "--proxy-user",
  "sqlplus ",
  "expdp ",
  "impdp ",
  "target ",
  "userid=",
  "connect ",
  "conn ",
  "secretsdump",
  "psexec",
  "\u043f\u0430\u0440\u043e\u043b\u044c:",
] as const;

/** Programs to which a pair is nothing else. */
const TAKES_PAIR = /^(?:sqlplus|expdp|impdp|userid)/i;
const PAIR =
  /(?:[^\S\n]|[:=,"'(]|-[a-z]{1,2} |[A-Z_]{1,24}(?=:)|\.py ){0,6}([\w.@\\-]{1,64}(?:\/[\w.-]{1,32}(?=:))?)[ ]?[/:][ ]?["']?([^\s"'`⟦⟧]{8,128})/y;

/** Behind one of those. */
export function matchPair(text: string, start: number, end: number): Attempt {
  // Not where the word goes on: `credentialsId`.
  if (/^[A-Za-z]{2}/.test(text.slice(end - 1, end + 1))) return end;
  PAIR.lastIndex = end;
  const found = PAIR.exec(text);
  const [whole, user = "", rest = ""] = found ?? [];
  if (whole === undefined) return end;
  // `user/password@database`.
  const at = rest.lastIndexOf("@");
  const takesPair = TAKES_PAIR.test(text.slice(start, end));
  const hasPlace = at >= 8 || (at >= 0 && takesPair);
  const password = hasPlace ? rest.slice(0, at) : rest.replace(/[,;.)\]}]+$/, "");
  if (password.startsWith("/") || user === password || makeupOf(password).kinds < 2) return end;
  const isKnown = takesPair && isSecretValue(password, "password");
  if (!isKnown && !isGiven(password)) return end;
  const from = end + whole.length - rest.length;
  return { start: from, end: from + password.length, kind: "password" };
}

const DRIVER_ADDRESS = /(?<=[\w.-]{1,64}:([^\s"'`:@/⟦⟧]{8,128}))@(?:tcp|unix)\(/y;

/** From `@tcp(` at `start`: the password in the address that a driver of Go takes. */
export function matchDriverAddress(text: string, start: number, end: number): Attempt {
  DRIVER_ADDRESS.lastIndex = start;
  const password = DRIVER_ADDRESS.exec(text)?.[1];
  if (password === undefined || !isSecretValue(password, "password")) return end;
  return { start: start - password.length, end: start, kind: "password" };
}

const FLAG = /["']?([^\s"'`;|&⟦⟧]{8,128})/y;
const USER_BEFORE =
  /\s(?:-{1,2}(?:u|user|username|n|xu|D|l|U)[ =]?|\/r?u[: ])["']?[\w.\\@=,:/-]{1,80}["']?\s[^\n|;&]{0,120}$/;

/** From ` -p ` or what is like it: a password where an option for its user stands before. */
export function matchFlag(text: string, end: number): Attempt {
  FLAG.lastIndex = end;
  const found = FLAG.exec(text);
  const password = found?.[1];
  if (found === null || password === undefined || !isGiven(password)) return end;
  if (!USER_BEFORE.test(text.slice(Math.max(0, end - 240), end))) return end;
  const stop = end + found[0].length;
  return { start: stop - password.length, end: stop, kind: "password" };
}
