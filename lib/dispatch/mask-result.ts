import { maskOf, maskValue } from "#lib/secrets/mask-secrets.ts";
import type { Credentials } from "./credentials.ts";

/** What came out of a sandbox, without the credentials that went in: before anything of it is kept, logged or shown. */
export function maskResult<T>(result: T, credentials: Credentials): T {
  const values = Object.values(credentials);
  return values.length === 0 ? result : (maskValue(result, maskOf(values)) as T);
}
