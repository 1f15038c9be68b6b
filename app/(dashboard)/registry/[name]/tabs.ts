export const TABS = [
  "contract",
  "changes",
  "findings",
  "permissions",
  "callers",
  "invocations",
  "try",
  "history",
] as const;

export type Tab = (typeof TABS)[number];

export const LABELS: Record<Tab, string> = {
  contract: "Contract",
  changes: "Changes",
  findings: "Findings",
  permissions: "Permissions",
  callers: "Who may call",
  invocations: "Invocations",
  try: "Try it",
  history: "History",
};
