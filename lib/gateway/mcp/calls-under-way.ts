/**
 * The calls that wait in this process, so that a client of the earlier revisions can take one back by the id of its request. Two
 * clients of one key may use the same id: then it names neither, and taking back one's call never ends another's.
 */
export class CallsUnderWay {
  readonly #waiting = new Map<string, Set<AbortController>>();

  begin(owner: string, requestId: string | number): { readonly signal: AbortSignal; end(): void } {
    const name = nameOf(owner, requestId);
    const controller = new AbortController();
    const named = this.#waiting.get(name) ?? new Set();
    this.#waiting.set(name, named.add(controller));
    return {
      signal: controller.signal,
      end: () => {
        named.delete(controller);
        if (named.size === 0) this.#waiting.delete(name);
      },
    };
  }

  /** Says whether exactly one call was meant. */
  cancel(owner: string, requestId: string | number): boolean {
    const named = this.#waiting.get(nameOf(owner, requestId));
    const [only, another] = named ?? [];
    if (!only || another) return false;
    only.abort();
    return true;
  }
}

function nameOf(owner: string, requestId: string | number): string {
  return JSON.stringify([owner, requestId]);
}
