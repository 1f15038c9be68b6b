import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Next's server puts this there before anything else of it is loaded. Tests load its parts in any order, and a part that finds none keeps
 * one that throws: after that every `console.warn` of the worker did, in whatever test came next.
 */
Object.assign(globalThis, { AsyncLocalStorage });
