import { ERRORS } from "#lib/errors/codes.ts";

/** "Run doctor" is no help to doctor itself, and whoever refuses with this reason adds it again. */
export function withoutAdvice(message: string): string {
  return message.replace(ERRORS.no_sandbox.todo, "").trim();
}
