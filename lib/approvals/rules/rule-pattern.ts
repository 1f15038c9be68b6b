import { z } from "zod";

/** What a standing rule asks of one argument; the database has the last word on what it covers (airlock.rule_mismatch). */
const optional = { optional: z.literal(true).optional() };
const argumentTest = z.union([
  z.strictObject({ is: z.json(), ...optional }),
  z.strictObject({ oneOf: z.array(z.json()).min(1).max(50), ...optional }),
  z.strictObject({ prefix: z.string().min(1), ...optional }),
  z.strictObject({ suffix: z.string().min(1), ...optional }),
  z.strictObject({ atMost: z.number().min(0), ...optional }),
  z.strictObject({ any: z.literal(true), ...optional }),
]);
export type ArgumentTest = z.infer<typeof argumentTest>;

/** Every argument by its name, or, for a denial, a text wherever it stands. */
export const rulePattern = z.union([
  z.strictObject({ arguments: z.record(z.string(), argumentTest) }),
  z.strictObject({ anywhere: z.string().min(4).max(500) }),
]);
export type RulePattern = z.infer<typeof rulePattern>;
