import { isSecretValue } from "./assignment.ts";
import { isWordy } from "./made-up.ts";
import type { Attempt } from "./token.ts";

/** Secrets that only the command or the header they are given to tells. */

/** Commands that take a password as an option of one or two letters. */
export const TAKES_PASSWORD = [
  "sshpass",
  "mysql",
  "mariadb",
  "mongosh",
  "mongodump",
  "redis-cli",
  "docker login",
  "podman login",
  "nerdctl login",
  "skopeo login",
  "registry login",
  "az login",
  "oc login",
  "cf login",
  "ldapsearch",
  "ldapmodify",
  "ldapadd",
  "ldapwhoami",
  "plink",
  "pscp",
  "7z ",
  "7za ",
  "rar a",
  "zip ",
  "mongo ",
  "mongorestore",
  "mongoexport",
  "sqlcmd",
  "osql",
  "isql",
  "bcp ",
  "vsql",
  "cqlsh",
  "snowsql",
  "beeline",
  "cypher-shell",
  "twine upload",
  "ipmitool",
  "racadm",
  "mosquitto_",
  "ldappasswd",
  "elasticsearch-users",
  "esxcli",
  "rdesktop",
  "snmpwalk",
  "snmpget",
  "security add-",
  "sendemail",
  "hydra",
  "unrar",
] as const;

/** `-pVALUE`, `-p VALUE`, `-a VALUE`, `-w VALUE` and `-pw VALUE`, in the same command. */
const PASSWORD_OPTION =
  /[^\n;|&⟦⟧]{0,160}?[ \t](?:-(?:[pP]|hp)|-(?:[pPawskAXc]|pw|xp|hp)[ \t]|\/p[ \t])["']?([^\s"'`;|&⟦⟧-][^\s"'`;|&⟦⟧]{7,127})/y;

/** Behind the name of such a command. */
export function matchPasswordOption(text: string, end: number): Attempt {
  PASSWORD_OPTION.lastIndex = end;
  const found = PASSWORD_OPTION.exec(text);
  const password = found?.[1];
  if (found === null || password === undefined) return end;
  const stop = end + found[0].length;
  const before = text.charAt(stop - password.length - 1);
  const isPassword =
    isSecretValue(password, "password") && !FILE.test(password) && (/["'pP]/.test(before) || !isWordy(password));
  return isPassword ? { start: stop - password.length, end: stop, kind: "password" } : stop;
}

/** What a command reads or writes. */
const FILE = /\.[a-z]\w{1,5}$/i;

const COOKIE = /(?::?[ \t]{0,4}["']?)([\w.-]{1,64})(?:=|["']: ?["'])([^\s;,"'⟦⟧]{1,1024})(;?)/y;
/** What introduces cookies: a header, an option, a member, a dictionary of a program. */
export const BEFORE_COOKIES = [
  "cookie:",
  'cookie"',
  "--cookie ",
  "cookies = {",
  "cookies={",
  'curl -b "',
  "curl -b '",
] as const;
const COOKIES_MAX = 24;
/** What a cookie is called that lets somebody in. */
const LETS_IN = /sess|sid$|^sid|auth|token|jwt|login|logged_in|remember|identity|^li_at$|^xs$|sso/i;

/** From `Cookie:`: the first that somebody could take over a session with. */
export function matchCookie(text: string, end: number): Attempt {
  let at = end;
  for (let tried = 0; tried < COOKIES_MAX; tried++) {
    COOKIE.lastIndex = at;
    const found = COOKIE.exec(text);
    if (found === null) return at;
    const [whole, name = "", value = "", more] = found;
    const stop = at + whole.length - (more?.length ?? 0);
    if (LETS_IN.test(name) && isSecretValue(value, "secret"))
      return { start: stop - value.length, end: stop, kind: "secret" };
    at += whole.length;
    if (more === "") return at;
  }
  return at;
}

/** Words behind which the configuration of a device, of a directory or of a mount has a password, and nothing between. */
export const BEFORE_PASSWORD = [
  "snmp-server community ",
  " secret 0 ",
  " secret 5 ",
  " secret 9 ",
  " password 0 ",
  " password 7 ",
  "bindpw ",
  "identified by ",
  "-storepass ",
  "-keypass ",
  "vault login ",
  "zip -P ",
  "jdbc:oracle:thin:",
  "WIFI:",
  ":5432:",
  ":5433:",
  ":6432:",
  ":*:",
] as const;

const PLAIN_VALUE = /["']?([^\s"'`;|&⟦⟧]{8,128})/y;
const QUOTED_VALUE = /["'`]([^\s"'`;|&⟦⟧]{8,128})(?=["'`])/y;
const ORACLE = /[\w$#.]{1,64}\/([^\s"'`@⟦⟧]{8,128})(?=@)/y;
const WIRELESS = /(?:[A-OQ-Z]:[^;\n]{0,64};){0,6}P:([^;\s⟦⟧]{8,64})(?=;)/y;
/** `host:5432:database:user:password`, as a file of passwords has it. */
const PASSWORD_FILE = /(?:\*:)?[^\s:]{1,64}:[^\s:]{1,64}:([^\s"'`⟦⟧]{8,128})/y;

/** Behind one of those. */
export function matchAfterWords(text: string, start: number, end: number): Attempt {
  const words = text.slice(start, end);
  // In lower case it is another option.
  if (words.toLowerCase() === "zip -p " && words !== "zip -P ") return end;
  const pattern = shapeOf(words);
  pattern.lastIndex = end;
  const found = pattern.exec(text);
  const password = found?.[1];
  if (found === null || password === undefined) return end;
  const stop = end + found[0].length;
  return isSecretValue(password, "password") ? { start: stop - password.length, end: stop, kind: "password" } : end;
}

function shapeOf(words: string): RegExp {
  if (words.endsWith("by ")) return QUOTED_VALUE;
  if (words.endsWith(" ")) return PLAIN_VALUE;
  if (words.startsWith("jdbc")) return ORACLE;
  return words.startsWith(":") ? PASSWORD_FILE : WIRELESS;
}

const WORDS_OF_A_WALLET =
  /[ \t]{0,4}(?:is|are)?[ \t:=\n"'`-]{1,8}((?:[a-z]{3,8}[ \t,]{1,2}){11,23}[a-z]{3,8})(?![\w'])/y;

/** From `seed phrase` or `mnemonic`: twelve to twenty-four plain words open a wallet. */
export function matchSeedPhrase(text: string, end: number): Attempt {
  WORDS_OF_A_WALLET.lastIndex = end;
  const found = WORDS_OF_A_WALLET.exec(text);
  const words = found?.[1];
  if (found === null || words === undefined || / (?:the|and|you|your|is|are|for|with|that) /.test(words)) return end;
  const stop = end + found[0].length;
  return { start: stop - words.length, end: stop, kind: "secret" };
}
