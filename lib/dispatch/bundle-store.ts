import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "postgres";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";

/** Guards against code that is not what was reviewed: whatever is mounted has the hash that the contract names. */
export class BundleStore {
  readonly #sql: Sql;
  readonly #directory: string;

  constructor(sql: Sql, directory: string) {
    this.#sql = sql;
    this.#directory = directory;
    mkdirSync(directory, { recursive: true, mode: 0o755 });
  }

  /** A file with exactly these bytes. A kept copy is hashed again: a disk is not a proof. */
  async fileOf(sha256: string): Promise<Outcome<string>> {
    const file = join(this.#directory, `${sha256}.mjs`);
    if (existsSync(file) && hashOf(readFileSync(file)) === sha256) return done(file);
    const [row] = await this.#sql<{ code: string | null }[]>`select agents.fn_code_bundle(${sha256}) as code`;
    if (!row?.code || hashOf(row.code) !== sha256) {
      return refuse("tool_not_runnable", "The tool's code is missing or is not what its contract names.");
    }
    return this.#keep(file, row.code);
  }

  /** Under a name of its own first: whoever looks meanwhile finds all of it or nothing, and what a full disk cut short stands in nobody's way. */
  #keep(file: string, code: string): Outcome<string> {
    const draft = `${file}.${randomUUID()}`;
    try {
      writeFileSync(draft, code, { mode: 0o444 });
      renameSync(draft, file);
      return done(file);
    } catch (error) {
      return refuse("internal", `The dispatcher cannot keep the tool's code (${codeOf(error)}).`);
    } finally {
      rmSync(draft, { force: true });
    }
  }
}

/** Never its message: that names a path of this machine. */
function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "unknown";
}

function hashOf(code: string | Uint8Array): string {
  return createHash("sha256").update(code).digest("hex");
}
