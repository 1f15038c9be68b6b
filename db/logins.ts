import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** The six run-time logins. No process holds two of them. */
export const LOGIN_NAMES = ["web", "gateway", "worker", "auditor", "checkpointer", "housekeeper"] as const;
export type LoginName = (typeof LOGIN_NAMES)[number];

export type LoginPasswords = Record<LoginName, string>;
export type LoginUrls = Record<LoginName, string>;

const passwordsSchema = z.record(z.enum(LOGIN_NAMES), z.string().regex(/^[A-Za-z0-9_-]{32,}$/));

export function roleOf(login: LoginName): string {
  return `airlock_${login}`;
}

export function randomPasswords(): LoginPasswords {
  const entries = LOGIN_NAMES.map((login) => [login, randomBytes(32).toString("base64url")]);
  return Object.fromEntries(entries) as LoginPasswords;
}

/** The passwords kept in the home, made at the first start. Only this user may read them. */
export function keepPasswords(home: string): LoginPasswords {
  const file = join(home, "logins.json");
  if (existsSync(file)) return passwordsSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  mkdirSync(home, { recursive: true });
  const passwords = randomPasswords();
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(passwords, null, 2), { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, file);
  return passwords;
}

/** Each login's URL: the administrator's address with another user and password. */
export function loginUrls(adminUrl: string, passwords: LoginPasswords): LoginUrls {
  const entries = LOGIN_NAMES.map((login) => {
    const url = new URL(adminUrl);
    url.username = roleOf(login);
    url.password = passwords[login];
    return [login, url.href];
  });
  return Object.fromEntries(entries) as LoginUrls;
}
