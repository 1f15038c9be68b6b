import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { type Environment, environmentSchema, type VariableName } from "./variables.ts";

/** Parses the environment once. An empty value counts as unset: that is how a shell or a compose file says "nothing". */
export function readEnvironment(given: NodeJS.ProcessEnv = process.env): Outcome<Environment> {
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = environmentSchema.safeParse(set);
  if (parsed.success) return done(parsed.data);
  const faults = Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join("."), message]));
  const sentence = Object.entries(faults)
    .map(([name, fault]) => `${name} ${fault}.`)
    .join(" ");
  return refuse("bad_configuration", sentence, faults);
}

/** One variable that a process cannot do without. */
export function requireVariable<Name extends VariableName>(
  environment: Environment,
  name: Name,
): Outcome<NonNullable<Environment[Name]>> {
  const value = environment[name];
  return value === undefined || value === null
    ? refuse("bad_configuration", `${name} is not set.`, { [name]: "is not set" })
    : done(value);
}
