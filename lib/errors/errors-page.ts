import { ERRORS } from "./codes.ts";

/** The text of `docs/errors.md`: the table of refusals, for those who write clients. */
export function renderErrorsPage(): string {
  const rows = Object.entries(ERRORS).map(
    ([code, { status, sentence, todo }]) => `| \`${code}\` | ${status} | ${sentence} | ${todo} |`,
  );
  return [
    "# Error codes",
    "",
    'Every refusal is `{"error": {"code", "message", "details"}}`. A code keeps its meaning; the message says what about this case.',
    "Made from `lib/errors/codes.ts` by `npm run check -- --write`.",
    "",
    "| code | HTTP | what happened | what to do |",
    "|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}
