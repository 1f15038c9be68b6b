import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");
const SQL = join(ROOT, "db", "sql");
const GENERATED = join(ROOT, "drizzle");

export interface Migration {
  readonly tag: string;
  /** Of its text: an applied migration never changes. */
  readonly hash: string;
  readonly statements: readonly string[];
}

/** The generated migrations of the tables, oldest first. */
export function readMigrations(): Migration[] {
  const journal = JSON.parse(readFileSync(join(GENERATED, "meta", "_journal.json"), "utf8")) as {
    entries: { tag: string }[];
  };
  return journal.entries.map(({ tag }) => {
    const text = readFileSync(join(GENERATED, `${tag}.sql`), "utf8");
    return {
      tag,
      hash: createHash("sha256").update(text).digest("hex"),
      statements: text.split("--> statement-breakpoint"),
    };
  });
}

export interface SqlSources {
  /** Changes whenever any file does; the functions are then applied again, all of them. */
  readonly hash: string;
  readonly roles: string;
  /** What only a superuser can take from the logins. */
  readonly server: string;
  /** First what views compute with, then views, for their rows are arguments of functions. */
  readonly owned: readonly string[];
  readonly auditOwned: readonly string[];
  readonly ownedTriggers: readonly string[];
  readonly auditTriggers: readonly string[];
  readonly reference: string;
  readonly grants: string;
}

export function readSqlSources(): SqlSources {
  const hash = createHash("sha256");
  const file = (path: string) => {
    const text = readFileSync(join(SQL, path), "utf8");
    hash.update(path).update("\0").update(text).update("\0");
    return text;
  };
  const folder = (name: string, keep: (path: string) => boolean = () => true) =>
    readdirSync(join(SQL, name))
      .filter((path) => path.endsWith(".sql") && keep(path))
      .sort()
      .map((path) => file(`${name}/${path}`));
  const sources = {
    roles: file("roles.sql"),
    server: file("server.sql"),
    owned: [...folder("levels"), ...folder("views"), ...folder("private"), ...folder("functions")],
    auditOwned: folder("audit"),
    ownedTriggers: folder("triggers", (path) => path !== "audit.sql"),
    auditTriggers: folder("triggers", (path) => path === "audit.sql"),
    reference: file("reference.sql"),
    grants: file("grants.sql"),
  };
  return { ...sources, hash: hash.digest("hex") };
}
