import { readFileSync } from "node:fs";
import { join } from "node:path";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { loadSandboxing } from "./load-sandboxing.ts";
import { DEFAULT_SANDBOXING, type Sandboxing } from "./sandboxing.ts";

export interface SandboxingInForce {
  readonly sandboxing: Sandboxing;
  /** Where it was read; null where there is none and the defaults hold. */
  readonly file: string | null;
}

/** The document of an installation. One that is named and cannot be read is a refusal: the defaults were not what was meant. */
export function readSandboxing(home: string, named?: string): Outcome<SandboxingInForce> {
  const file = named ?? join(home, "sandboxing.yaml");
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" && named === undefined) return done({ sandboxing: DEFAULT_SANDBOXING, file: null });
    return refuse("bad_configuration", `The sandboxing document ${file} cannot be read (${code}).`);
  }
  const loaded = loadSandboxing(text);
  if (loaded.ok) return done({ sandboxing: loaded.value, file });
  return { ...loaded, message: `${file}: ${loaded.message}` };
}
