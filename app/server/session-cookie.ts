import "server-only";
import { cookies } from "next/headers";
import { decode } from "next-auth/jwt";
import { isServedOverTls, sessionSecret } from "./environment.ts";

export function sessionCookieName(): string {
  return isServedOverTls() ? "__Host-airlock.session" : "airlock.session";
}

/** The opaque token inside the encrypted cookie, if there is one. Whether it is alive only the database knows. */
export async function readSessionToken(): Promise<string | undefined> {
  const cookie = (await cookies()).get(sessionCookieName())?.value;
  if (!cookie) return undefined;
  try {
    const claims = await decode({ token: cookie, secret: sessionSecret() });
    return typeof claims?.session === "string" ? claims.session : undefined;
  } catch {
    // A cookie of an earlier installation, or a forged one: nobody is signed in.
    return undefined;
  }
}
