import { type NextRequest, NextResponse } from "next/server";
import { isServed } from "#app/server/doors.ts";
import { answerNothingHere } from "#app/server/nothing-here.ts";
import { contentSecurityPolicy, SECURITY_HEADERS } from "#app/server/security-headers.ts";

/**
 * Runs before every route: shuts the other door, and gives each answer its security headers and its own nonce. It does
 * not decide who may see what; that is proved in the database by each page, route and action.
 */
export function proxy(request: NextRequest): Response {
  if (!isServed(process.env.AIRLOCK_DOORS, request.nextUrl.pathname)) {
    return withHeaders(answerNothingHere());
  }
  const nonce = crypto.randomUUID().replaceAll("-", "");
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === "development");
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  // A page that finds nobody signed in sends them to the door and back to here.
  headers.set("x-path", `${request.nextUrl.pathname}${request.nextUrl.search}`);
  headers.set("Content-Security-Policy", policy);
  const response = withHeaders(NextResponse.next({ request: { headers } }));
  response.headers.set("Content-Security-Policy", policy);
  return response;
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
