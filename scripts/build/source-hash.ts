import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Folders and files at the top of the tree that the web app is made from; the rest cannot change it. */
const SOURCES = [
  ...["app", "components", "db", "lib", "public"],
  ...["next.config.ts", "package-lock.json", "package.json", "postcss.config.mjs", "proxy.ts", "tsconfig.json"],
];

/** One hash over everything the web app is built from. The same hash means: the build that is there is this tree's. */
export function hashSources(root: string): string {
  const hash = createHash("sha256");
  const top = readdirSync(root, { withFileTypes: true }).filter(({ name }) => SOURCES.includes(name));
  for (const path of top.flatMap((entry) => listFiles(root, entry.name, entry.isDirectory())).sort()) {
    hash.update(`${path}\0`).update(
      createHash("sha256")
        .update(readFileSync(join(root, path)))
        .digest(),
    );
  }
  return hash.digest("hex").slice(0, 16);
}

function listFiles(root: string, path: string, isFolder: boolean): string[] {
  if (!isFolder) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) =>
    listFiles(root, join(path, entry.name), entry.isDirectory()),
  );
}
