"use client";
import { createContext, type ReactNode, useContext } from "react";
import type { AttentionActions } from "./attention/attention-actions.ts";
import type { DecisionActions } from "./decision/decision-actions.ts";
import type { ItemActions } from "./detail/items/item-actions.ts";
import type { ViewActions } from "./inbox/view-actions.ts";
import type { PivotActions } from "./pivot/pivot-actions.ts";
import type { RuleActions } from "./rules/rule-actions.ts";

/** The server actions that the inbox is given by its page; every part of it takes its own from here. */
export interface InboxActions
  extends DecisionActions,
    AttentionActions,
    ViewActions,
    ItemActions,
    RuleActions,
    PivotActions {}

const Actions = createContext<InboxActions | null>(null);

export function InboxActionsProvider({ actions, children }: { actions: InboxActions; children: ReactNode }) {
  return <Actions value={actions}>{children}</Actions>;
}

export function useInboxActions(): InboxActions {
  const actions = useContext(Actions);
  if (!actions) throw new Error("The inbox stands outside of its actions.");
  return actions;
}
