import type { SettingItem } from "#lib/operations/list-settings.ts";

const GROUPS: readonly (readonly [title: string, names: RegExp])[] = [
  ["How long people have", /^(approval_minutes|review_hours|extension_minutes|release_seconds)/],
  ["How people decide", /^(agent_open_cards|reading_seconds|hurried|drill|quorum|step_up)/],
  ["How calls run", /^(agent_concurrency|tool_concurrency|execution_seconds|mcp_sync)/],
  ["What agents are shown", /^(auto_unload|disclosure|hide_refused|l1_|l2_|unload_threshold)/],
  ["What a key may ask", /^key_/],
  ["What is kept", /_retention_days$/],
];
const OTHERS = "Others";

/** Limits by what they are about, in the order in which a day meets them; one that no group knows stands last, and is not lost. */
export function groupSettings<Item extends Pick<SettingItem, "name">>(
  settings: readonly Item[],
): { readonly title: string; readonly settings: readonly Item[] }[] {
  const byTitle = Map.groupBy(settings, ({ name }) => GROUPS.find(([, names]) => names.test(name))?.[0] ?? OTHERS);
  return [...GROUPS.map(([title]) => title), OTHERS].flatMap((title) => {
    const own = byTitle.get(title);
    return own ? [{ title, settings: own }] : [];
  });
}
