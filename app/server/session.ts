import "server-only";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { UNATTENDED_COOKIE } from "#components/live/attendance.ts";
import { type Outcome, refuse } from "#lib/errors/outcome.ts";
import { readSession } from "#lib/sessions/read-session.ts";
import type { Session } from "#lib/sessions/session.ts";
import { database } from "./database.ts";
import { readSessionToken } from "./session-cookie.ts";

/**
 * Who is asking, proved by the database for this request; asked once a request, however many parts of the page want it. A person's
 * request renews the session; a page that is painted anew by itself, with nobody before it, does not.
 */
export const currentSession = cache(async (): Promise<Outcome<Session>> => {
  const token = await readSessionToken();
  const attended = (await cookies()).get(UNATTENDED_COOKIE)?.value !== "1";
  return token ? readSession(database(), token, attended) : refuse("bad_session");
});

/** The same for a page that looks again by itself: an open tab alone must not keep a session alive for ever. */
export async function watchingSession(): Promise<Outcome<Session>> {
  const token = await readSessionToken();
  return token ? readSession(database(), token, false) : refuse("bad_session");
}

async function currentPath(): Promise<string> {
  return (await headers()).get("x-path") ?? "/";
}

/** For pages: a person who is not signed in goes to the door and comes back to where they wanted to be. */
export async function requireSession(): Promise<Session> {
  const outcome = await currentSession();
  if (outcome.ok) return outcome.value;
  if (outcome.code === "bad_session") redirect(`/sign-in?next=${encodeURIComponent(await currentPath())}`);
  throw new Error(outcome.message);
}
