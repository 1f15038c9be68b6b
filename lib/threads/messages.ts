import type { JobName } from "./jobs.ts";

export interface ToThread {
  readonly name: JobName;
  readonly args: readonly unknown[];
}

export type FromThread =
  | { readonly kind: "ready" }
  | { readonly kind: "done"; readonly value: unknown }
  | { readonly kind: "failed" };
