import "server-only";
import type { NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { z } from "zod";
import { attempt } from "#lib/errors/attempt.ts";
import { signIn } from "#lib/sessions/sign-in.ts";
import { signOut } from "#lib/sessions/sign-out.ts";
import { keepBrowserWord, readBrowserWord } from "./browser-cookie.ts";
import { database } from "./database.ts";
import { isServedOverTls, sessionSecret } from "./environment.ts";
import { prover } from "./prover.ts";
import { sessionCookieName } from "./session-cookie.ts";

const credentialsSchema = z.object({ email: z.string().trim().min(3).max(254), password: z.string().min(1).max(1024) });

/**
 * next-auth carries one opaque token in an encrypted cookie, and nothing else: no name, no role, no id that a page could
 * be tempted to believe. Its own session endpoint therefore has nothing to tell.
 */
export function authOptions(): NextAuthOptions {
  const secure = isServedOverTls();
  return {
    secret: sessionSecret(),
    session: { strategy: "jwt", maxAge: 30 * 24 * 60 * 60 },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    cookies: {
      sessionToken: {
        name: sessionCookieName(),
        options: { httpOnly: true, sameSite: "lax", path: "/", secure },
      },
    },
    providers: [
      Credentials({
        credentials: { email: { type: "email" }, password: { type: "password" } },
        async authorize(input, request) {
          const parsed = credentialsSchema.safeParse(input);
          if (!parsed.success) throw new Error("bad_credentials");
          const client = String(request.headers?.["user-agent"] ?? "unknown browser");
          const outcome = await signIn(database(), prover(), {
            ...parsed.data,
            client,
            browser: await readBrowserWord(),
          });
          if (!outcome.ok) throw new Error(outcome.code);
          await keepBrowserWord(outcome.value.browser);
          return { id: outcome.value.token };
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user ? { session: user.id } : { session: token.session }),
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      // Without this, next-auth's own way out forgets the cookie and leaves a session that a copy of it still opens.
      async signOut({ token }) {
        const session = token?.session;
        // Refused when it is dead already, which is what was asked for.
        if (typeof session === "string") await attempt(() => signOut(database(), session));
      },
    },
  };
}
