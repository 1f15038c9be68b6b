/**
 * How git is started on a repository that somebody else made. A repository's own configuration names programs in dozens of
 * places, and git runs them for whoever looks at it; here every place that our commands can come by is closed from above:
 * by variables and by settings of the command, which the repository's own cannot override.
 */

/** `name=value`, from the command: stronger than any file. */
const SETTINGS = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.untrackedCache=false",
  "core.pager=cat",
  "core.editor=false",
  "core.askPass=",
  "core.attributesFile=/dev/null",
  "core.excludesFile=/dev/null",
  "core.quotePath=true",
  "core.protectHFS=true",
  "core.protectNTFS=true",
  "core.commitGraph=false",
  // What an index is in two parts would have to be kept together.
  "core.splitIndex=false",
  "credential.helper=",
  "commit.gpgSign=false",
  "log.showSignature=false",
  "gc.auto=0",
  "maintenance.auto=false",
  "submodule.recurse=false",
  "diff.ignoreSubmodules=all",
  "i18n.commitEncoding=UTF-8",
  "i18n.logOutputEncoding=UTF-8",
  "color.ui=false",
  "advice.detachedHead=false",
  "safe.directory=*",
  "protocol.allow=never",
];

const VARIABLES: Readonly<Record<string, string>> = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_ASKPASS: "",
  SSH_ASKPASS: "",
  GIT_EDITOR: "false",
  GIT_PAGER: "cat",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_LITERAL_PATHSPECS: "1",
  GIT_TRACE2: "0",
  LC_ALL: "C.UTF-8",
};

/** A setting beyond the fixed ones; its name may hold anything. */
export interface Setting {
  readonly name: string;
  readonly value: string;
}

export interface GitCommand {
  readonly args: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly settings?: readonly Setting[];
  /** Transports that may be used, whatever any configuration says: `https:ssh`, or nothing at all. */
  readonly transports: readonly ("http" | "https" | "ssh")[];
}

/** Arguments of `/usr/bin/env` that start git with nothing but what is said here; for a transport, on top of the proxy's variables. */
export function hardenedArguments({ args, variables, settings = [], transports }: GitCommand): string[] {
  const all = {
    PATH: "/usr/local/bin:/usr/bin:/bin",
    HOME: "/nonexistent",
    ...VARIABLES,
    // A name that is no transport: an empty list would mean all.
    GIT_ALLOW_PROTOCOL: transports.join(":") || "none",
    ...settingVariables(settings),
    ...variables,
  };
  return [
    ...(transports.length === 0 ? ["-i"] : []),
    ...Object.entries(all).map(([name, value]) => `${name}=${value}`),
    "git",
    "--no-pager",
    ...[...SETTINGS, ...transports.map((name) => `protocol.${name}.allow=always`)].flatMap((one) => ["-c", one]),
    ...args,
  ];
}

/** By variables, because in an argument the name would end at its first `=`. */
function settingVariables(settings: readonly Setting[]): Record<string, string> {
  const pairs = settings.flatMap(({ name, value }, index) => [
    [`GIT_CONFIG_KEY_${index}`, name],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: `${settings.length}`, ...Object.fromEntries(pairs) };
}
