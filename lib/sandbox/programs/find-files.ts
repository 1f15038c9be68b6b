import { closeSync, openSync, readdirSync, readFileSync, readSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Needs, readElf } from "./read-elf.ts";

/** A file of the host, and where it stands inside: the same place, with the links on the way to it followed. */
export interface SystemFile {
  readonly source: string;
  readonly target: string;
}

const PROGRAM_DIRECTORIES = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"];
const CONFIGURATION = "/etc/ld.so.conf.d";
const USUAL_LIBRARIES = ["/lib64", "/usr/lib64", "/lib", "/usr/lib"];

/** What these programs take to run: each of them, its loader, its libraries, a directory of its own; of the others all but themselves. */
export function findFiles(names: readonly string[], others: readonly string[]): SystemFile[] {
  const found = new Map<string, SystemFile>();
  const add = (path: string): void => {
    const file = placeOf(path);
    if (!found.has(file.target)) found.set(file.target, file);
  };
  const programs = names.flatMap((name) => findProgram(name) ?? []);
  for (const path of programs) add(path);
  const own = programs.flatMap((path) => ownDirectories(path));
  for (const path of own) add(path);
  const parts = own.flatMap((directory) => readdirSync(directory).map((name) => join(directory, name)));
  for (const path of closureOf([...programs, ...others, ...parts])) add(path);
  return [...found.values()].sort((a, b) => (a.target < b.target ? -1 : 1));
}

function findProgram(name: string): string | null {
  return PROGRAM_DIRECTORIES.map((directory) => join(directory, name)).find((path) => isFile(path)) ?? null;
}

/** `/usr/lib/git-core` is git's, `/usr/lib/python3.11` that of the Python which `python3` leads to. */
function ownDirectories(program: string): string[] {
  const names = [...new Set([basename(program), basename(realpathSync(program))])];
  return names
    .flatMap((name) => [`/usr/lib/${name}`, `/usr/lib/${name}-core`, `/usr/share/${name}`, `/usr/share/${name}-core`])
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
}

/** Loaders and libraries of all of them, with those that the libraries need themselves. */
function closureOf(files: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const needed = new Set<string>();
  const open = [...files];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const needs = needsOf(path);
    if (!needs || seen.has(realpathSync(path))) continue;
    seen.add(realpathSync(path));
    const libraries = needs.libraries.flatMap((name) => findLibrary(name, path, needs) ?? []);
    for (const one of [...libraries, ...(needs.loader === null ? [] : [needs.loader])]) {
      needed.add(one);
      open.push(one);
    }
  }
  return needed;
}

function needsOf(path: string): Needs | null {
  if (!isFile(path)) return null;
  const file = openSync(path, "r");
  try {
    return readElf((offset, length) => {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
    });
  } finally {
    closeSync(file);
  }
}

function findLibrary(name: string, wantedBy: string, { searchPath }: Needs): string | null {
  if (name.startsWith("/")) return isFile(name) ? name : null;
  const origin = dirname(realpathSync(wantedBy));
  const own = searchPath.map((path) => path.replace(/\$ORIGIN|\$\{ORIGIN\}/g, origin));
  return (
    [...own, ...configured(), ...USUAL_LIBRARIES].map((path) => join(path, name)).find((path) => isFile(path)) ?? null
  );
}

let directories: readonly string[] | undefined;

/** Where this machine's loader looks, from its configuration; it does not change while we run. */
function configured(): readonly string[] {
  directories ??= linesBelow(CONFIGURATION).filter((line) => line.startsWith("/"));
  return directories;
}

function linesBelow(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((name) => name.endsWith(".conf"))
      .flatMap((name) => readFileSync(join(directory, name), "utf8").split("\n"))
      .map((line) => line.trim());
  } catch {
    return [];
  }
}

function placeOf(path: string): SystemFile {
  const directory = realpathSync(dirname(path));
  return { source: realpathSync(path), target: join(directory, basename(path)) };
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
