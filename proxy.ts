import { type NextRequest, NextResponse } from "next/server";
import { doorOf, isServed } from "#app/server/doors.ts";
import { answerNothingHere } from "#app/server/nothing-here.ts";
import { contentSecurityPolicy, SECURITY_HEADERS } from "#app/server/security-headers.ts";

/**
 * Runs before every route: shuts the other door, and gives each answer its security headers and its own nonce. It does
 * not decide who may see what; that is proved in the database by each page, route and action.
 */
export function proxy(request: NextRequest): Response {
  const { pathname } = request.nextUrl;
  const readable = isReadable(pathname);
  if (!isServed(process.env.AIRLOCK_DOORS, pathname) || (!readable && doorOf(pathname) === "gateway")) {
    return withHeaders(answerNothingHere());
  }
  const nonce = crypto.randomUUID().replaceAll("-", "");
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === "development");
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  // A page that finds nobody signed in sends them to the door and back to here.
  headers.set("x-path", `${pathname}${request.nextUrl.search}`);
  headers.set("Content-Security-Policy", policy);
  const forwarded = { request: { headers } };
  const response = withHeaders(
    readable ? NextResponse.next(forwarded) : NextResponse.rewrite(new URL(NOWHERE, request.url), forwarded),
  );
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

/** An address that no page has: whoever comes here is told that there is nothing. */
const NOWHERE = "/nothing-here";

/** Bytes that are no text (`/agents/%ff`) name nothing; the framework would end such a request with a bare 500 and none of our headers. */
function isReadable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

function withHeaders<Answer extends Response>(response: Answer): Answer {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.headers.set(name, value);
  return response;
}

export const config = {
  // Built files carry a hash in their names and hold nothing of anybody's. Each exception ends where its name ends:
  // what only begins like one of them is a page's answer like any other.
  matcher: ["/((?!_next/static/|icon\\.svg$|manifest\\.webmanifest$).*)"],
};
