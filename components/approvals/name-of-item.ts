import type { InboxItem } from "#lib/approvals/inbox-item.ts";

const KIND_WORDS: Partial<Record<InboxItem["kind"], string>> = {
  policy_version: "policy",
  trust_change: "trust",
  team_run: "team run",
};

/** What stands where a call has its tool: the tool's name, or in a word what else it is about. */
export function nameOfItem({ kind, tool }: Pick<InboxItem, "kind" | "tool">): string {
  return tool ?? KIND_WORDS[kind] ?? kind;
}
