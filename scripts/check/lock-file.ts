import { z } from "zod";

const dependencies = z.record(z.string(), z.string()).default({});

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({ resolved: z.string().optional(), dependencies, optionalDependencies: dependencies }),
  ),
});

/** What is wrong with a package-lock.json, one line each. */
export function findLockFaults(text: string): string[] {
  const { packages } = lockFile.parse(JSON.parse(text));
  return Object.entries(packages).flatMap(([path, entry]) => [
    // Where a package is downloaded from is each user's own choice.
    ...(entry.resolved?.startsWith("http") ? [`${path} names a download address`] : []),
    // A registry without some platform's package leaves it out of the lock, and `npm ci` then refuses on every platform.
    ...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
      .filter((name) => !isLocked(packages, path, name))
      .map((name) => `${path || "package.json"} needs ${name}, which is not locked`),
  ]);
}

/** Node looks for a package beside the one that needs it, then in every folder above. */
function isLocked(packages: object, path: string, name: string): boolean {
  const candidate = `${path === "" ? "" : `${path}/`}node_modules/${name}`;
  if (candidate in packages) return true;
  if (path === "") return false;
  return isLocked(packages, path.slice(0, Math.max(0, path.lastIndexOf("node_modules/") - 1)), name);
}
