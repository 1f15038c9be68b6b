import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, vi } from "vitest";

/** For tests that call a tool's code directly: a fresh working directory for each, and a secret beside it to be stolen. */
export interface TestWorkspace {
  readonly path: string;
  readonly outside: string;
  /** Writes a file of the workspace, with the folders on its way; gives its path. */
  put(name: string, content: string | Uint8Array): string;
}

export const context = { idempotencyKey: "call-1", agentId: "agent-1" };

export function testWorkspace(): TestWorkspace {
  let ground = "";
  beforeEach(() => {
    ground = realpathSync(mkdtempSync(join(tmpdir(), "airlock-tools-")));
    for (const name of ["workspace", "outside"]) mkdirSync(join(ground, name));
    writeFileSync(join(ground, "outside/secret"), "of somebody else");
    vi.spyOn(process, "cwd").mockReturnValue(join(ground, "workspace"));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(ground, { recursive: true, force: true });
  });
  return {
    get path() {
      return join(ground, "workspace");
    },
    get outside() {
      return join(ground, "outside");
    },
    put(name, content) {
      const path = join(ground, "workspace", name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      return path;
    },
  };
}
