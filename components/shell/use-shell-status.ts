"use client";
import { useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { fetchJson } from "#components/live/fetch-json.ts";
import type { ShellStatus } from "#lib/operations/read-shell-status.ts";

export const InitialShellStatus = createContext<ShellStatus | null>(null);

export interface ObservedStatus extends ShellStatus {
  /** The last reading failed: the database or the dashboard does not answer. */
  readonly unreachable: boolean;
}

/** The frame's numbers: painted by the server, then kept by hints from the database and a slow poll. */
export function useShellStatus(): ObservedStatus {
  const initial = useContext(InitialShellStatus);
  if (!initial) throw new Error("The shell has no initial status.");
  const query = useQuery({
    queryKey: ["shell"],
    queryFn: () => fetchJson<ShellStatus>("/api/shell"),
    initialData: initial,
    staleTime: 5_000,
    refetchInterval: 15_000,
  });
  return { ...query.data, unreachable: query.isError };
}
