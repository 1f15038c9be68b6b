import type { Outcome } from "#lib/errors/outcome.ts";

/**
 * Asks a server action and always gets an outcome. When the connection breaks, the action may have been done or not:
 * a throw would blank the page or leave a button busy, and "nothing was changed" could be untrue.
 */
export async function callAction<T>(act: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await act();
  } catch (error) {
    console.error("An action gave no answer.", error);
    return {
      ok: false,
      code: "internal",
      message: "The answer was lost. Check whether it was done before you try again.",
    };
  }
}
