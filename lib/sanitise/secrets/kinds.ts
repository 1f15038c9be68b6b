import { INNER_FORMATS, TOKEN_FORMATS } from "./formats.ts";

/** Every kind that a marker may name: a closed set, so that a marker in a text can never be made to say anything else. */
export const CREDENTIAL_KINDS: ReadonlySet<string> = new Set([
  ...TOKEN_FORMATS.map((format) => format.kind),
  ...INNER_FORMATS.map((format) => format.kind),
  "private-key",
  "jwt",
  "url-password",
  "bearer",
  "basic-auth",
  "password",
  "secret",
]);
