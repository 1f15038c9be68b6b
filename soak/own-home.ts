import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface OwnHome {
  readonly path: string;
  remove(): void;
}

/** A folder of one trial. It goes with the process, too, when somebody who asked twice to stop ends that at once. */
export function openOwnHome(purpose: string): OwnHome {
  const path = mkdtempSync(join(tmpdir(), `airlock-${purpose}-`));
  // What runs in it may still be writing its last.
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  process.on("exit", remove);
  return {
    path,
    remove() {
      process.off("exit", remove);
      remove();
    },
  };
}
