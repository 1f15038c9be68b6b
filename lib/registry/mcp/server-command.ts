import { posix } from "node:path";
import { NODE_INSIDE } from "#lib/sandbox/build-plan.ts";
import { isWithin } from "#lib/sandbox/mount-pattern.ts";

/** Where programs of the machine are; the sandbox shows them to everybody. */
export const SYSTEM_DIRECTORIES = ["/usr", "/bin", "/sbin", "/lib", "/lib64"];

/** The command as the sandbox runs it. */
export function commandOf(argv: readonly string[]): string[] {
  return argv[0] === "node" ? [NODE_INSIDE, ...argv.slice(1)] : [...argv];
}

/**
 * The file that is run, and so may be read at every access level: the command itself, or what an interpreter is given
 * first. An interpreter whose options bring the code runs no file, and then every path on its command line is data.
 */
export function programOf([command = "", ...given]: readonly string[]): string | undefined {
  const interpreter = interpreterOf(command);
  if (interpreter === undefined) return command.startsWith("/") ? posix.normalize(command) : undefined;
  const words = TAKES_RUN.has(interpreter) && given[0] === "run" ? given.slice(1) : given;
  const at = words.findIndex((word) => !word.startsWith("-") || bringsCode(word));
  const first = words[at] ?? "";
  return first.startsWith("/") ? posix.normalize(first) : undefined;
}

const INTERPRETERS = new Set(["node", "python", "python3", "deno", "bun"]);
const TAKES_RUN = new Set(["deno", "bun"]);

/** By its bare name, or as a program of the machine; one that lies elsewhere is itself the program. */
function interpreterOf(command: string): string | undefined {
  const name = posix.basename(command);
  const isOfMachine = [NODE_INSIDE, ...SYSTEM_DIRECTORIES].some((place) => isWithin(command, place));
  return INTERPRETERS.has(name) && (name === command || isOfMachine) ? name : undefined;
}

/** Code, or where else code is to come from; `-` alone is the standard input. */
function bringsCode(option: string): boolean {
  return option === "-" || /^-[A-Za-z]*[cempr]/.test(option) || CODE_OPTION.test(option);
}

const CODE_OPTION = /^--(eval|print|import|require|preload|(experimental-)?loader|import-map|config|run|test)(=|$)/;
