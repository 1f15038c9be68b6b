import type postgres from "postgres";
import { attempt } from "#lib/errors/attempt.ts";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";

/** Adds a kind of action for tools and policies to name. It stays: a name that could change its meaning would be a trap. */
export async function registerActionType(
  sql: postgres.Sql,
  token: string,
  { name, description }: { readonly name: string; readonly description: string },
): Promise<Outcome<null>> {
  const registered = await attempt(() => sql`select agents.fn_register_action_type(${token}, ${name}, ${description})`);
  if (registered.ok) return done(null);
  return registered.code === "wrong_state" ? refuse("name_taken", "This action type exists already.") : registered;
}
