"use client";
import { createContext, type ReactNode, useContext } from "react";
import type { Decided, Decision } from "#lib/approvals/decide-invocation.ts";
import type { Outcome } from "#lib/errors/outcome.ts";

/** The server actions that the inbox is given by its page; every part of it takes its own from here. */
export interface InboxActions {
  readonly approve: (input: Decision & { reason?: string }) => Promise<Outcome<Decided>>;
  readonly reject: (input: Decision & { reason: string; note?: string }) => Promise<Outcome<Decided>>;
}

const Actions = createContext<InboxActions | null>(null);

export function InboxActionsProvider({ actions, children }: { actions: InboxActions; children: ReactNode }) {
  return <Actions value={actions}>{children}</Actions>;
}

export function useInboxActions(): InboxActions {
  const actions = useContext(Actions);
  if (!actions) throw new Error("The inbox stands outside of its actions.");
  return actions;
}
