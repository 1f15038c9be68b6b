import { isRoot } from "#lib/environment/home.ts";
import { runCaptured } from "../processes/run-captured.ts";
import { findPackageManager, findProgram, type PackageManager } from "./package-manager.ts";

/** A program that npm cannot bring. */
export interface Prerequisite {
  readonly name: string;
  /** Any of these will do, the first found is taken. */
  readonly programs: readonly string[];
}

export const BUBBLEWRAP: Prerequisite = { name: "bubblewrap", programs: ["bwrap"] };

/** A real client from outside: to be let out or not by the sandbox, and to run the lines of the README. */
export const CURL: Prerequisite = { name: "curl", programs: ["curl"] };

/** The sandbox of last resort; its tests show that nothing runs in it where it cannot be had. */
export const FIREJAIL: Prerequisite = { name: "firejail", programs: ["firejail"] };

export const CHROMIUM: Prerequisite = {
  name: "chromium",
  programs: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
};

/** The same engine without a window around each page: drawing one that nobody sees took a quarter of the browser tests. */
export const HEADLESS_CHROMIUM: Prerequisite = {
  name: "chromium-headless-shell",
  programs: ["chromium-headless-shell", "chrome-headless-shell"],
};

export type Provided =
  | { readonly state: "found" | "installed"; readonly path: string }
  /** `command` is what a person has to run; `reason` is what the package manager said when we tried. */
  | { readonly state: "missing"; readonly command: string; readonly reason?: string };

/** Finds a program, or installs it where we may: as root, with a package manager we know. Never asks for a password. */
export async function provide(prerequisite: Prerequisite, signal?: AbortSignal): Promise<Provided> {
  const path = locate(prerequisite);
  if (path) return { state: "found", path };
  const manager = findPackageManager();
  const command = installCommand(prerequisite, manager);
  if (!manager || !isRoot()) return { state: "missing", command };
  const reason = await install(prerequisite, manager, signal);
  const installed = locate(prerequisite);
  return installed ? { state: "installed", path: installed } : { state: "missing", command, reason };
}

/** Where it is. */
export function locate({ programs }: Prerequisite): string | undefined {
  return programs.map((program) => findProgram(program)).find((path) => path !== undefined);
}

/** The browser that the tests drive: the one that somebody named, else one without windows, else any. */
export function locateBrowser(): string | undefined {
  return process.env.AIRLOCK_CHROMIUM || (locate(HEADLESS_CHROMIUM) ?? locate(CHROMIUM));
}

/** The exact line that brings it, for somebody who may run it. */
export function installCommand(prerequisite: Prerequisite, manager: PackageManager | undefined): string {
  if (!manager) return `install '${prerequisite.name}' with your system's package manager`;
  return ["sudo", manager.command, ...manager.install.filter((word) => word !== "-q"), prerequisite.name].join(" ");
}

async function install(prerequisite: Prerequisite, manager: PackageManager, signal?: AbortSignal): Promise<string> {
  const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, signal };
  const refreshed = manager.refresh ? await runCaptured(manager.command, manager.refresh, options) : undefined;
  const installed = await runCaptured(manager.command, [...manager.install, prerequisite.name], options);
  return [refreshed?.code ? refreshed.output : "", installed.output].join("").trim().split("\n").slice(-5).join("\n");
}
