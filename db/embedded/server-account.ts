import { execFileSync } from "node:child_process";
import { isRoot } from "#lib/environment/home.ts";
import type { Account } from "#lib/environment/reachable.ts";
import { Unstartable } from "./unstartable.ts";

const NAME = "postgres";

/**
 * Whom the server runs as: ourselves, except that PostgreSQL refuses to run as root and then takes the system account that
 * every distribution gives it, made here when it is missing.
 */
export function serverAccount(): Account | undefined {
  if (!isRoot()) return undefined;
  return lookUp() ?? create();
}

function lookUp(): Account | undefined {
  const ask = (flag: string) => Number(execFileSync("id", [flag, NAME], { encoding: "utf8", stdio: "pipe" }));
  try {
    return { uid: ask("-u"), gid: ask("-g") };
  } catch {
    return undefined;
  }
}

function create(): Account {
  const ways: [string, string[]][] = [
    [
      "useradd",
      ["--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent", "--shell", "/bin/false", NAME],
    ],
    ["adduser", ["-S", "-D", "-H", "-s", "/bin/false", NAME]],
  ];
  for (const [command, args] of ways) {
    try {
      execFileSync(command, args, { stdio: "pipe" });
    } catch {
      continue;
    }
    const account = lookUp();
    if (account) return account;
  }
  throw new Unstartable(
    "bad_configuration",
    `PostgreSQL does not run as root and no account '${NAME}' could be made for it. ` +
      `Make one (useradd --system ${NAME}), start Airlock as an ordinary user, or set DATABASE_URL.`,
  );
}
