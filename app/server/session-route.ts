import { tellPerson } from "#lib/errors/tell-refusal.ts";
import "server-only";
import type postgres from "postgres";
import { ERRORS } from "#lib/errors/codes.ts";
import { refusalFromDatabase } from "#lib/errors/from-database.ts";
import { type Outcome, type Refusal, refuse } from "#lib/errors/outcome.ts";
import type { Session } from "#lib/sessions/session.ts";
import { database } from "./database.ts";
import { isOwnOrigin } from "./origin.ts";
import { watchingSession } from "./session.ts";

interface RouteInput {
  readonly sql: postgres.Sql;
  readonly session: Session;
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
}

interface NextContext {
  params: Promise<Record<string, string>>;
}

/**
 * A route of the dashboard that reads, and answers JSON to a person who is signed in, and to nobody else. A question that is posted comes
 * from a page of ours: to a page at another port of the same machine the browser lends the cookie too, and each of its questions costs work.
 */
export function sessionRoute<T>(read: (input: RouteInput) => Promise<Outcome<T>>) {
  return async (request: Request, context: NextContext): Promise<Response> => {
    if (request.method !== "GET" && !isOwnOrigin(request.headers, process.env.NEXTAUTH_URL)) {
      return refused(refuse("bad_origin"));
    }
    const session = await watchingSession();
    if (!session.ok) return refused(session);
    try {
      const params = await context.params;
      const outcome = await read({ sql: database(), session: session.value, request, params });
      return outcome.ok ? answered(outcome.value) : refused(outcome);
    } catch (error) {
      const refusal = refusalFromDatabase(error);
      if (!refusal) console.error(`${new URL(request.url).pathname} failed.`, error);
      return refused(refusal ?? refuse("internal"));
    }
  };
}

function answered(value: unknown): Response {
  return Response.json(value, { headers: { "Cache-Control": "no-store" } });
}

export function refused(refusal: Refusal): Response {
  const { code, details } = refusal;
  return Response.json(
    { error: { code, message: tellPerson(refusal), details } },
    { status: ERRORS[code].status, headers: { "Cache-Control": "no-store" } },
  );
}
