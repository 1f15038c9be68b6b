import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./dependencies.mjs";

/** The first version that runs TypeScript without a flag. */
const OLDEST = [22, 18];

/**
 * The Node that everything after the install runs on: the one pinned in package.json where there is one for this machine and it
 * starts (on a musl system it does not), otherwise the machine's own if it is young enough.
 */
export function findNode() {
  const pinned = join(projectRoot, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node");
  if (existsSync(pinned) && (pinned === process.execPath || spawnSync(pinned, ["--version"]).status === 0))
    return pinned;
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return process.execPath;
  process.stderr.write(
    `Airlock brings its own Node on Linux (x64, arm64 with glibc); on this machine (${process.platform}-${process.arch}) it needs yours, ` +
      `and ${process.version} is too old.\nInstall Node ${OLDEST.join(".")} or later (24 is best), then run the same command again.\n`,
  );
  return process.exit(1);
}
