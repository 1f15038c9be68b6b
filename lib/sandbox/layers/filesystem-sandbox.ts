import { isAbsolute, resolve } from "node:path";
import { type Outcome, refuse } from "#lib/errors/outcome.ts";
import { followLinks } from "#lib/policy/gate/follow-links.ts";
import { isWithin } from "#lib/sandbox/mount-pattern.ts";
import { findPaths, readingsOf } from "./find-paths.ts";
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
    for (const written of findPaths(call.arguments)) {
      for (const reading of readingsOf(written)) {
        const problem = this.#judge(written, reading);
        if (problem !== null) return problem;
      }
    }
    return null;
  }

  #judge(written: string, path: string): string | null {
    const outside = `ERROR: path '${written}' is outside the allowed roots`;
    const [first = "/"] = this.#roots;
    if (path.includes("\0") || /^~|^[A-Za-z]:\//.test(path)) return outside;
    const place = resolve(first, path);
    if (!this.#isInside(place)) {
      const climbs = !isAbsolute(path) || path.split("/").includes("..");
      const list = this.#roots.map((root) => `'${root}'`).join(", ");
      return climbs ? `ERROR: path '${written}' resolves outside [${list}]` : outside;
    }
    const real = followLinks(place);
    if (real !== null && this.#realRoots.some((root) => isWithin(real, root))) return null;
    return `ERROR: symlink target '${real ?? place}' is outside the allowed roots`;
  }

  #isInside(place: string): boolean {
    return [...this.#roots, ...this.#realRoots].some((root) => isWithin(place, root));
  }
}
