import NextAuth from "next-auth";
import { authOptions } from "#app/server/auth-options.ts";

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

/** Options are made at the first request, not when the module loads, so that a build needs no secret. */
async function handler(request: Request, context: Context): Promise<Response> {
  return NextAuth(authOptions())(request, context);
}

export { handler as GET, handler as POST };
