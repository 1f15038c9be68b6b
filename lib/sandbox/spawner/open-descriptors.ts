import { closeSync, constants, fstatSync, openSync } from "node:fs";
import type { Socket } from "node:net";
import type { Descriptor, Launch, MountIdentity } from "../bubblewrap/launch.ts";
import { type Namespace, unshareArguments } from "../bubblewrap/namespaces.ts";
import { type BlankFiles, type KeptBytes, openBytes } from "./byte-files.ts";
import { openWithoutLinks } from "./open-without-links.ts";
import type { PipeStock } from "./pipes.ts";
import type { CheckedMount } from "./prepare-places.ts";

/** What one launch finds at its descriptors, opened: the first three and then as the launch lays them out. */
export interface OpenDescriptors {
  /** By their numbers in the child. "pipe": a socket pair, which Node makes with the child. */
  readonly stdio: readonly (number | "pipe" | "ignore")[];
  /** Our ends of pipes, by the same numbers. */
  readonly ends: readonly (Socket | undefined)[];
  readonly mounts: readonly MountIdentity[];
  readonly prepared: readonly CheckedMount[];
  /** What bubblewrap writes of itself; whoever follows the child closes it. Null where none was asked for. */
  readonly account: number | null;
  /** The child has its own. Ours too would keep a pipe open that the tool has closed. */
  closeChilds(): void;
  /** There will be no child. */
  closeAll(): void;
}

interface Sources {
  readonly pipes: PipeStock;
  readonly kept: KeptBytes;
  readonly blanks: BlankFiles;
}

type Way = Parameters<PipeStock["take"]>[0];

/** `by`: doors of groups that the child joins by its descriptors, or what it has already where it is born. */
export function openDescriptors(
  launch: Launch,
  user: number | null,
  by: { readonly doors: readonly string[] } | { readonly has: readonly Namespace[] },
  { pipes, kept, blanks }: Sources,
): OpenDescriptors {
  const [doors, has] = "doors" in by ? [by.doors, []] : [null, by.has];
  const opened: number[] = [];
  const ours = (descriptor: number): number => {
    opened.push(descriptor);
    return descriptor;
  };
  const ends: (Socket | undefined)[] = [];
  const piped = (number: number, way: Way, byName = true): number | "pipe" => {
    const pipe = pipes.take(way, byName);
    if (pipe === null) return "pipe";
    ends[number] = pipe.ours;
    return ours(pipe.child);
  };
  // The runner's own: a program that a tool starts finds it below /proc, and must be able neither to answer nor to read a call.
  // Whoever is born steps down, so a pipe of root's is shut to it. Others may be its owner or read everything: no name opens a socket.
  const shut = (number: number, way: Way): number | "pipe" => (doors === null ? piped(number, way, false) : "pipe");
  const mounts: MountIdentity[] = [];
  const prepared: CheckedMount[] = [];
  const account = launch.descriptors.some(({ kind }) => kind === "status") ? blanks.account() : null;
  if (account) ours(account.child);

  const open = (descriptor: Descriptor, number: number): number | "pipe" | "ignore" => {
    switch (descriptor.kind) {
      case "status":
        return account?.child ?? "ignore";
      case "door":
        return doors === null ? "ignore" : ours(openSync(doors[descriptor.group] ?? "", constants.O_WRONLY));
      case "arguments":
        return ours(openBytes(Buffer.concat([toMake(launch, has), descriptor.data])));
      case "kept":
        return ours(kept.open(descriptor.name));
      case "answer":
        return shut(number, "from the child");
      case "secret":
        return piped(number, "to the child", false);
      case "mount": {
        const file = ours(openWithoutLinks(descriptor.path, descriptor.create ? { owner: user } : null));
        const identity = identityOf(file);
        mounts.push(identity);
        if (descriptor.place === undefined) return file;
        prepared.push({ place: descriptor.place, path: descriptor.path, identity });
        return "ignore";
      }
      default:
        return "pipe";
    }
  };

  // A nameless file lies in the host's memory. Where the tool is its owner it can take it for itself, fill it beyond its own memory, and
  // start it: a runner, which needs no name for what it reads, and whoever may start listed programs only, get a socket.
  const isOurReader = launch.descriptors.some(({ kind }) => kind === "answer") || launch.withoutExec !== null;
  const wholeInput = (data: Uint8Array): number | "pipe" | "ignore" => {
    if (user === null && data.length === 0) return "ignore";
    return user === null && isOurReader ? "pipe" : ours(blanks.input(data));
  };

  // Once: a number that is closed is soon another file's.
  const closeChilds = (): void => {
    for (const descriptor of opened.splice(0)) closeSync(descriptor);
  };
  const closeAll = (): void => {
    closeChilds();
    for (const end of ends) end?.destroy();
    if (account) closeSync(account.ours);
  };
  try {
    const { input } = launch;
    const talk = input.kind === "conversation" ? piped : shut;
    const stdio = [
      input.kind === "whole" ? wholeInput(input.data) : talk(0, "to the child"),
      piped(1, "from the child"),
      piped(2, "from the child"),
      ...launch.descriptors.map((descriptor, index) => open(descriptor, index + 3)),
    ];
    return { stdio, ends, mounts, prepared, account: account?.ours ?? null, closeChilds, closeAll };
  } catch (error) {
    closeAll();
    throw error;
  }
}

function toMake({ namespaces }: Launch, has: readonly Namespace[]): Buffer {
  return Buffer.from(unshareArguments(namespaces.filter((namespace) => !has.includes(namespace))));
}

function identityOf(descriptor: number): MountIdentity {
  const { dev, ino, uid } = fstatSync(descriptor);
  return [dev, ino, uid];
}
