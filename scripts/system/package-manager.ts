import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** A system's package manager, and the words it takes to install something without a question. */
export interface PackageManager {
  readonly command: string;
  readonly refresh?: readonly string[];
  readonly install: readonly string[];
}

const PACKAGE_MANAGERS: readonly PackageManager[] = [
  { command: "apt-get", refresh: ["update", "-q"], install: ["install", "-y", "-q", "--no-install-recommends"] },
  { command: "dnf", install: ["install", "-y", "-q"] },
  { command: "apk", install: ["add", "--no-cache"] },
  { command: "pacman", install: ["-Sy", "--noconfirm", "--needed"] },
  { command: "zypper", install: ["--non-interactive", "install"] },
];

/** The full path of a program, or nothing when the path does not have it. */
export function findProgram(name: string, path: string = process.env.PATH ?? ""): string | undefined {
  const folders = [...path.split(delimiter), "/usr/local/sbin", "/usr/sbin", "/sbin"];
  return folders
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

export function findPackageManager(path?: string): PackageManager | undefined {
  return PACKAGE_MANAGERS.find(({ command }) => findProgram(command, path));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
