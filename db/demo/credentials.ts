import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { makeBearerKey } from "#lib/keys/bearer-key.ts";
import { DEMO_AGENTS, DEMO_PEOPLE } from "./people.ts";

const schema = z.strictObject({
  people: z.record(z.string(), z.string()),
  agents: z.record(z.string(), z.string()),
});

/** Passwords by e-mail address and keys by agent: random in every installation, readable by its user alone. */
export type DemoCredentials = z.infer<typeof schema>;

export function keepDemoCredentials(home: string): DemoCredentials {
  const file = join(home, "demo.json");
  if (existsSync(file)) return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  const credentials = {
    people: Object.fromEntries(DEMO_PEOPLE.map(({ email }) => [email, randomBytes(9).toString("base64url")])),
    agents: Object.fromEntries(DEMO_AGENTS.map(({ name }) => [name, makeBearerKey("alk").key])),
  };
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(credentials, null, 2), { mode: 0o600 });
  renameSync(draft, file);
  return credentials;
}
