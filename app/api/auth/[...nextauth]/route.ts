import NextAuth from "next-auth";
import { authOptions } from "#app/server/auth-options.ts";
import { isOwnOrigin } from "#app/server/origin.ts";
import { refused } from "#app/server/session-route.ts";
import { refuse } from "#lib/errors/outcome.ts";

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

/** Options are made at the first request, not when the module loads, so that a build needs no secret. */
async function GET(request: Request, context: Context): Promise<Response> {
  return NextAuth(authOptions())(request, context);
}

/**
 * Signing in and out. next-auth compares a field with a cookie, and over plain HTTP a page at another port of the same name can write both: it
 * would sign somebody in as another, whose votes and agents then are its own. So the page has to be ours, as it is for every action.
 */
async function POST(request: Request, context: Context): Promise<Response> {
  if (!isOwnOrigin(request.headers, process.env.NEXTAUTH_URL)) return refused(refuse("bad_origin"));
  try {
    return await NextAuth(authOptions())(request, context);
  } catch (error) {
    // It reads what was sent before anything else; what is no JSON is nobody's bug.
    if (error instanceof SyntaxError) return refused(refuse("malformed_request"));
    throw error;
  }
}

export { GET, POST };
