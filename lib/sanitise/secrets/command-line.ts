import { isSecretValue } from "./assignment.ts";
import type { Attempt } from "./token.ts";

/** Secrets that only the command or the header they are given to tells. */

/** `-pVALUE`, `-p VALUE` and `-a VALUE`, in the same command. */
const PASSWORD_OPTION = /[^\n;|&⟦⟧]{0,160}?[ \t]-(?:p[ \t]?|a[ \t])["']?([^\s"'`;|&⟦⟧]{8,128})/y;

/** Behind the name of a command that takes its password as `-p` or `-a`. */
export function matchPasswordOption(text: string, end: number): Attempt {
  PASSWORD_OPTION.lastIndex = end;
  const found = PASSWORD_OPTION.exec(text);
  const password = found?.[1];
  if (found === null || password === undefined) return end;
  const stop = end + found[0].length;
  return isSecretValue(password, "password") ? { start: stop - password.length, end: stop, kind: "password" } : stop;
}

const COOKIE = /[ \t]{0,4}([\w.-]{1,48})=([^\s;,"'⟦⟧]{1,1024})(;?)/y;
const COOKIES_MAX = 24;
/** What a cookie is called that lets somebody in. */
const LETS_IN = /sess|sid$|^sid|auth|token|jwt|login|remember|identity/i;

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
