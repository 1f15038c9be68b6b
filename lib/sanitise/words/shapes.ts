import { type Entry, entryOf } from "./classes.ts";
import { isSecretPath } from "./secret-paths.ts";

/** Runs of characters that are one thing whatever letters they have: addresses, files of secrets, identifiers. */

const URL_ENTRY = entryOf(["url", "destination"]);
const EMAIL_ENTRY = entryOf(["email", "destination"]);
const HOST_ENTRY = entryOf(["host", "destination"]);
const SECRET_FILE_ENTRY = entryOf(["secretFile", "file", "secret"]);
const IDENTIFIER_ENTRY = entryOf(["identifier"]);
const SECRET_NAME_ENTRY = entryOf(["identifier", "secret"]);

/** What a run without spaces is as a whole; undefined if it is made of words. */
export function entryOfShape(chunk: string): Entry | undefined {
  if (chunk.includes("://")) return /(?:https?|ftps?|wss?|sftp):\/\//.test(chunk) ? URL_ENTRY : IDENTIFIER_ENTRY;
  if (isSecretPath(chunk)) return SECRET_FILE_ENTRY;
  if (chunk.includes("@") && isEmail(chunk)) return EMAIL_ENTRY;
  if (chunk.includes(".") && isHost(chunk)) return HOST_ENTRY;
  if (chunk.includes("_") && isIdentifier(chunk.replace(/^\$\{?/, "")))
    return secretName(chunk) ? SECRET_NAME_ENTRY : IDENTIFIER_ENTRY;
  return undefined;
}

/** Where the address begins in a run such as `to:https://…`. */
export function schemeStart(chunk: string): number {
  let at = chunk.indexOf("://");
  while (at > 0 && /[a-z0-9+.-]/.test(chunk[at - 1] as string)) at--;
  return at;
}

const EMAIL = /^[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/;

function isEmail(chunk: string): boolean {
  return chunk.length <= 320 && EMAIL.test(chunk.replace(/^mailto:/, ""));
}

const HOST =
  /^(?:[a-z0-9-]{1,63}\.){1,8}(?:com|net|org|example|site|xyz|ru|cn|info|cloud|test|invalid|top|click|link|online|tk|ws)(?::\d{1,5})?(?:\/\S{0,512})?$/;
/** Endings that products are named with, too: a host if more than a name stands there. */
const LONG_HOST =
  /^(?:[a-z0-9-]{1,63}\.){1,8}(?:dev|io|ai|app|co|me|sh|ly|cc|to)(?::\d{1,5}|\/\S{1,512})|^(?:[a-z0-9-]{1,63}\.){2,8}(?:dev|io|ai|app|co|me)$/;
const ADDRESS = /^(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?(?:\/[^\s]{0,512})?$/;

function isHost(chunk: string): boolean {
  return chunk.length <= 512 && (HOST.test(chunk) || LONG_HOST.test(chunk) || ADDRESS.test(chunk));
}

const IDENTIFIER = /^[a-z0-9]{1,64}(?:[_.-][a-z0-9]{1,64}){1,12}(?:\(\))?$/;

function isIdentifier(chunk: string): boolean {
  return chunk.length <= 160 && IDENTIFIER.test(chunk);
}

/** `OPENAI_API_KEY`, `db_password`: the name of something secret. */
function secretName(chunk: string): boolean {
  if (
    /(?:next|page|continuation|sync|pagination|cursor|start|change)_?tokens?$|(?:primary|foreign|sort|partition|object|idempotency|group|public|issue|project|cache|index|map)_?keys?$/.test(
      chunk,
    )
  )
    return false;
  return /(?:^|_)(?:key|keys|token|tokens|secret|secrets|password|passwd|credential|credentials|pat)$/.test(chunk);
}
