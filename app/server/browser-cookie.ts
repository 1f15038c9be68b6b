import "server-only";
import { cookies } from "next/headers";
import { isServedOverTls } from "./environment.ts";

/** As long as the database knows a browser that nobody signs in from. */
const NINETY_DAYS = 90 * 24 * 60 * 60;
const WORD = /^[\w-]{43}$/;

function cookieName(): string {
  return isServedOverTls() ? "__Host-airlock.browser" : "airlock.browser";
}

/** The word by which the database knows this browser again, if somebody has signed in from it. It proves nobody's identity. */
export async function readBrowserWord(): Promise<string | undefined> {
  const word = (await cookies()).get(cookieName())?.value ?? "";
  return WORD.test(word) ? word : undefined;
}

/** In place of the word before. Survives signing out: it is for the next time. */
export async function keepBrowserWord(word: string): Promise<void> {
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: isServedOverTls() } as const;
  (await cookies()).set(cookieName(), word, { ...options, maxAge: NINETY_DAYS });
}
