"use client";
import type { ReactNode } from "react";
import type { ShellStatus } from "#lib/operations/read-shell-status.ts";
import { InitialShellStatus } from "./use-shell-status.ts";

/** Hands the server's first reading to the parts of the frame that keep it fresh. */
export function InitialStatus({ status, children }: { status: ShellStatus; children: ReactNode }) {
  return <InitialShellStatus value={status}>{children}</InitialShellStatus>;
}
