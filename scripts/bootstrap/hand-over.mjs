import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import module from "node:module";
import { constants } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureDependencies, projectRoot } from "./dependencies.mjs";
import { findNode } from "./find-node.mjs";

/**
 * From a fresh clone to a TypeScript file on the pinned Node. `npm run` puts that Node first in the path once it is installed, so
 * usually this process is it already and simply loads the file.
 */
export async function handOver(entry) {
  if (process.env.npm_lifecycle_event) stopWithParent();
  await ensureDependencies();
  const node = findNode();
  const file = join(projectRoot, entry);
  const compiled = join(projectRoot, "node_modules", ".cache", "airlock");
  const path = [join(projectRoot, "node_modules", ".bin"), process.env.PATH].join(delimiter);
  if (realpathSync(node) === realpathSync(process.execPath)) {
    process.env.PATH = path;
    // What was read and compiled once is kept: half of the time of a short command. With the packages, where nobody writes who may not change our
    // code itself; the system's folder for temporary files is anybody's. A folder that cannot be written to only means no cache.
    module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE ?? compiled);
    await import(pathToFileURL(file).href);
    return;
  }
  const child = spawn(node, ["--disable-warning=ExperimentalWarning", file, ...process.argv.slice(2)], {
    stdio: "inherit",
    env: { NODE_COMPILE_CACHE: compiled, ...process.env, PATH: path },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.once("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/**
 * npm passes a SIGTERM on to the shell between it and us, and the shell dies without passing it further. So a dead shell means: stop.
 * Only under npm: whoever starts us in another way may well want us to stay.
 */
function stopWithParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, 300);
  timer.unref();
}
