import type { Backend } from "#lib/policy/vocabulary.ts";

/**
 * What a weaker backend is known to let through, by the probes' names. None of it leads to a file, a process or a network: it is
 * a second wall that is missing. Whatever else gets through is an escape. docs/threat-model.md says the same in words.
 */
export const SHORTFALLS: Readonly<Partial<Record<Backend, readonly string[]>>> = {
  firejail: [
    // Younger than the list of calls that it knows by name.
    "namespaces and mounts: ask about a mount",
    "namespaces and mounts: list mounts",
    "system calls: hide memory",
    "system calls: change quotas by descriptor",
    "system calls: change our security label",
    // Its filter looks at no argument; a call has no terminal, so there is nothing to type into.
    "system calls: type into the terminal",
    "system calls: type into the terminal, with bits that the kernel does not read",
    "system calls: paste on the console",
    // Private, but as large as memory allows.
    "limits: fill the shared memory",
    "limits: fill the temporary directory",
  ],
};
