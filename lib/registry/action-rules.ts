import { ACTION_TYPES, isKnownActionType } from "#lib/policy/action-types.ts";
import type { Category } from "#lib/policy/vocabulary.ts";
import type { ToolContract } from "./contract.ts";
import type { FieldProblem } from "./declaration.ts";

/**
 * Levels give out categories and approval rules speak of action types, so a tool that names a harmless category beside the
 * action of another would pass under one and be missed by the other.
 */
const FAMILIES: Readonly<Record<Category, readonly string[] | "any">> = {
  file_system: ["fs", "code", "docs", "test"],
  code_execution: ["exec", "code", "test"],
  version_control: ["vcs", "code"],
  web: ["web"],
  database: ["db"],
  terminal: ["exec", "test"],
  design: ["design"],
  communication: ["comms"],
  analytics: ["metrics"],
  deployment: ["deploy"],
  memory: ["memory"],
  mcp: "any",
};

/** What an organisation decides, through whatever tool. */
const EVERYWHERE = ["org", "budget", "arch"];

const BUILT_IN: ReadonlySet<string> = new Set(ACTION_TYPES);

export function actionBroken(contract: ToolContract, registered: Iterable<string>): FieldProblem[] {
  const { actionType } = contract;
  if (!isKnownActionType(actionType, registered)) return [unknown(actionType)];
  // What an admin registered means what the admin says, in any category.
  return BUILT_IN.has(actionType) ? misfit(contract) : [];
}

function unknown(actionType: string): FieldProblem {
  const siblings = ACTION_TYPES.filter((type) => familyOf(type) === familyOf(actionType));
  const hint = siblings.length > 0 ? ` Known are ${siblings.join(", ")}.` : " An admin can register it in Settings.";
  return { pointer: "/actionType", message: `There is no action type ${actionType}.${hint}` };
}

function misfit({ category, actionType }: ToolContract): FieldProblem[] {
  const families = FAMILIES[category];
  const family = familyOf(actionType);
  if (families === "any" || families.includes(family) || EVERYWHERE.includes(family)) return [];
  const fitting = ACTION_TYPES.filter((type) => families.includes(familyOf(type)));
  const message = `A ${category} tool does not do ${actionType}: name one of ${fitting.join(", ")}, or the category that it is of.`;
  return [{ pointer: "/actionType", message }];
}

function familyOf(actionType: string): string {
  return actionType.slice(0, actionType.indexOf(":"));
}
