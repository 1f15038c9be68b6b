import { refusalFromDatabase } from "./from-database.ts";
import { done, type Outcome } from "./outcome.ts";

/** Runs statements and turns what the database refused into a value. What is a bug is thrown on. */
export async function attempt<T>(act: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return done(await act());
  } catch (error) {
    const refusal = refusalFromDatabase(error);
    if (refusal) return refusal;
    throw error;
  }
}
