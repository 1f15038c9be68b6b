/** What a launch has to itself, in bubblewrap's words. */
export type Namespace = "user" | "ipc" | "pid" | "net" | "uts" | "cgroup";

/** bubblewrap's arguments for them. Each by name: --unshare-all skips the user and cgroup namespaces silently where they fail. */
export function unshareArguments(namespaces: readonly Namespace[]): string {
  return namespaces.map((namespace) => `--unshare-${namespace}\0`).join("");
}
