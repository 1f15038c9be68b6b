/** Programs of the machine are readable by everything in the sandbox. */
const SYSTEM = /^\/(usr|bin|sbin|lib|lib64)\//;

/**
 * The folder of the program that is run, as a pattern: of the first path of the command, whether it is the program or what
 * an interpreter is given. What an npm package runs lies in a folder of it, and needs its other packages too.
 */
export function programFolder(argv: readonly string[]): string | undefined {
  const path = argv.find(
    (part) => part.startsWith("/") && !part.startsWith("/workspace") && !part.startsWith("/project"),
  );
  if (!path || SYSTEM.test(path) || path.split("/").includes("..")) return undefined;
  const packages = path.indexOf("/node_modules/");
  const folder = packages < 0 ? path.slice(0, path.lastIndexOf("/")) : path.slice(0, packages + "/node_modules".length);
  return folder.split("/").length < 3 ? undefined : `${folder}/**`;
}
