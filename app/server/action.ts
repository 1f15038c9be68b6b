import { tellPerson } from "#lib/errors/tell-refusal.ts";
import "server-only";
import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import type postgres from "postgres";
import type { z } from "zod";
import { refusalFromDatabase } from "#lib/errors/from-database.ts";
import { type Outcome, refuse } from "#lib/errors/outcome.ts";
import { may, type Permission, rolesThatMay } from "#lib/sessions/permissions.ts";
import type { Session } from "#lib/sessions/session.ts";
import { database } from "./database.ts";
import { isOwnOrigin } from "./origin.ts";
import { currentSession } from "./session.ts";

export interface ActionContext {
  readonly sql: postgres.Sql;
  readonly session: Session;
}

/**
 * How the page that calls an action comes to show what it did.
 * - `painted`: it comes anew with the answer, and what the browser has kept of other pages is dropped.
 * - `hinted`: the page reads again when the stream of hints says so, and the answer waits for no painting. Only for what wakes that
 *   stream, and is called from pages that follow it, through `useHintedAction`.
 * - `untouched`: nothing that a page shows has changed.
 */
type Pages = "painted" | "hinted" | "untouched";

interface ActionOptions {
  readonly pages: Pages;
}
const PAINTED: ActionOptions = { pages: "painted" };

type Act<I, T> = (context: ActionContext, input: I) => Promise<Outcome<T>>;

/**
 * The one way to make a server action. Session → permission → parse → run → map error → revalidate, in this order: an
 * action cannot be written without a permission, and what it runs has no connection but the one that is handed to it.
 */
export function operatorAction<S extends z.ZodType, T>(
  permission: Permission,
  schema: S,
  act: Act<z.output<S>, T>,
  { pages }: ActionOptions = PAINTED,
) {
  return async (input: z.input<S>): Promise<Outcome<T>> => {
    if (!isOwnOrigin(await headers(), process.env.NEXTAUTH_URL)) return told(refuse("bad_origin"));
    return refuseOnFailure(permission, async () => {
      const session = await currentSession();
      if (!session.ok) return session;
      if (!may(session.value.role, permission)) {
        return refuse("not_permitted", `This takes the role ${rolesThatMay(permission).join(" or ")}.`);
      }
      const run = (parsed: z.output<S>) => act({ sql: database(), session: session.value }, parsed);
      return parseAndRun(schema, input, run, pages);
    });
  };
}

/** For what must work before there is anybody: the set-up link. A test lists who uses it. */
export function anonymousAction<S extends z.ZodType, T>(
  name: "set-up",
  schema: S,
  act: (sql: postgres.Sql, input: z.output<S>) => Promise<Outcome<T>>,
) {
  return async (input: z.input<S>): Promise<Outcome<T>> => {
    if (!isOwnOrigin(await headers(), process.env.NEXTAUTH_URL)) return told(refuse("bad_origin"));
    return refuseOnFailure(name, () => parseAndRun(schema, input, (parsed) => act(database(), parsed), "painted"));
  };
}

async function parseAndRun<S extends z.ZodType, T>(
  schema: S,
  input: z.input<S>,
  run: (parsed: z.output<S>) => Promise<Outcome<T>>,
  pages: Pages,
): Promise<Outcome<T>> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) return refuse("malformed_request", parsed.error.issues[0]?.message);
  const outcome = await run(parsed.data);
  if (pages === "painted") revalidatePath("/", "layout");
  return outcome;
}

/** Around all of it, the session too: with the database out of reach a person gets a sentence, not a blank page. */
async function refuseOnFailure<T>(name: string, run: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return told(await run());
  } catch (error) {
    const refusal = refusalFromDatabase(error);
    if (refusal) return told(refusal);
    // A bug: the log gets it all, the browser gets a sentence.
    console.error(`Action ${name} failed.`, error);
    return told(refuse("internal"));
  }
}

function told<T>(outcome: Outcome<T>): Outcome<T> {
  return outcome.ok ? outcome : { ...outcome, message: tellPerson(outcome) };
}
