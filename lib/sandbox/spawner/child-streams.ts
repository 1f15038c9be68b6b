import type { Socket } from "node:net";
import { constants } from "node:os";
import type { Descriptor, Launch } from "../bubblewrap/launch.ts";
import type { LaunchedProcess } from "./start-child.ts";

/** Our end of the one descriptor of this kind. */
export function streamOf(
  launch: Launch,
  streams: readonly (Socket | null | undefined)[],
  kind: Descriptor["kind"],
): Socket | null {
  const index = launch.descriptors.findIndex((descriptor) => descriptor.kind === kind);
  return index === -1 ? null : (streams[index + 3] ?? null);
}

export function untilExit(child: LaunchedProcess): Promise<[number | null, NodeJS.Signals | null]> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve([code, signal]));
  });
}

export function signalName(number: number): string | null {
  if (number <= 0) return null;
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? null;
}
