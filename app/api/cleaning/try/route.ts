import { sessionRoute } from "#app/server/session-route.ts";
import { refuse } from "#lib/errors/outcome.ts";
import { TRIAL_MAX, trialSchema, tryCleaner } from "#lib/sanitise/trial/try-cleaner.ts";
import { runApart } from "#lib/threads/run-apart.ts";

/** Cleans what a person pasted. It changes nothing and keeps nothing; what it is about does not belong into an address. */
export const POST = sessionRoute(async ({ request }) => {
  const trial = trialSchema.safeParse(await request.json().catch(() => null));
  if (!trial.success)
    return refuse("invalid_input", `Paste a text of at most ${TRIAL_MAX.toLocaleString("en")} characters.`);
  return runApart("tryCleaner", tryCleaner, { bytes: trial.data.text.length }, trial.data);
});
