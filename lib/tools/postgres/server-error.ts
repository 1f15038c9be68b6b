import { failure } from "../failures/failure.ts";

/** What the server said against a statement: its five letters and its sentence, which are the agent's business. */
export function refusalOf(body: Buffer): Error {
  const fields = new Map(
    body
      .toString("utf8")
      .split("\0")
      .filter((field) => field !== "")
      .map((field) => [field.slice(0, 1), field.slice(1)]),
  );
  const [state = "XX000", words = "The server gave no reason."] = [fields.get("C"), fields.get("M")];
  const code = state === "57014" ? "timed_out" : "sql_refused";
  return failure(code, `${state}: ${words}`);
}
