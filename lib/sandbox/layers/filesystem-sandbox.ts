import { resolve } from "node:path";
import { type Outcome, refuse } from "#lib/errors/outcome.ts";
import { findArguments } from "#lib/policy/gate/find-arguments.ts";
import { followLinks } from "#lib/policy/gate/follow-links.ts";
import { linkOutside, outsideRoots, resolvesOutside } from "#lib/policy/gate/path-sentences.ts";
import { readPath } from "#lib/policy/gate/read-path.ts";
import { isWithin } from "#lib/sandbox/mount-pattern.ts";
import {
  failed,
  type PreparedCall,
  type ToolCall,
  type ToolDefinition,
  type ToolEvent,
  type ToolHost,
} from "./tool-host.ts";

export interface FilesystemRoots {
  /** Directories of this machine. A relative path starts at the first of them. */
  readonly roots: readonly [string, ...string[]];
}

/**
 * Looks at the paths among a call's arguments and refuses those that lead outside the roots, by name, by `..` or by a
 * link. It guards arguments, not the process: what a tool makes up by itself, and a link that is changed after the look,
 * are held by the sandbox that runs it.
 */
export class FilesystemSandbox implements ToolHost {
  readonly #inner: ToolHost;
  readonly #roots: readonly string[];
  readonly #realRoots: readonly string[];

  constructor(inner: ToolHost, { roots }: FilesystemRoots) {
    this.#inner = inner;
    this.#roots = roots.map((root) => resolve(root));
    // A root that leads nowhere we can tell allows nothing.
    this.#realRoots = this.#roots.flatMap((root) => followLinks(root) ?? []);
  }

  listTools(): Promise<readonly ToolDefinition[]> {
    return this.#inner.listTools();
  }

  async prepare(call: ToolCall): Promise<Outcome<PreparedCall>> {
    const problem = this.#problemWith(call);
    return problem === null
      ? await this.#inner.prepare(call)
      : refuse("path_refused", problem, { allowed: this.#roots });
  }

  async *call(call: ToolCall): AsyncIterable<ToolEvent> {
    const problem = this.#problemWith(call);
    if (problem === null) yield* this.#inner.call(call);
    else yield failed(call, problem);
  }

  #problemWith(call: ToolCall): string | null {
    const paths = findArguments(call.arguments, { pathDetection: "strict" }).filter(({ kind }) => kind === "path");
    for (const { text } of paths) {
      const problem = this.#judge(text);
      if (problem !== null) return problem;
    }
    return null;
  }

  #judge(written: string): string | null {
    const reading = readPath(written, this.#roots[0]);
    if ("impossible" in reading) return outsideRoots(written);
    const outside = reading.readings.find(({ path }) => !this.#isInside(path));
    if (outside) return outside.climbs ? resolvesOutside(written, this.#roots) : outsideRoots(written);
    for (const { walked, path } of reading.readings) {
      const real = followLinks(walked);
      if (real === null || !this.#realRoots.some((root) => isWithin(real, root))) return linkOutside(real ?? path);
    }
    return null;
  }

  #isInside(place: string): boolean {
    return [...this.#roots, ...this.#realRoots].some((root) => isWithin(place, root));
  }
}
