import { INBOX_KINDS, type InboxKind } from "#lib/approvals/inbox-item.ts";
import { ACCESS_LEVELS, type AccessLevel, TIERS, type Tier } from "#lib/policy/vocabulary.ts";

export const INBOX_TABS = ["pending", "second", "mine", "snoozed", "history"] as const;
export type InboxTab = (typeof INBOX_TABS)[number];

/** `soon`: ends within five minutes; `second`: takes two people; `folded`: asked more than once. */
export const INBOX_SHOWS = ["soon", "second", "flagged", "folded"] as const;
export type InboxShow = (typeof INBOX_SHOWS)[number];

export const SOON_MINUTES = 5;
export const AGES_MINUTES = [5, 15, 60] as const;

/** What the list is asked for. All of it lives in the address, so that a view is a link. */
export interface InboxFilter {
  readonly tab: InboxTab;
  readonly tier: Tier | null;
  readonly show: InboxShow | null;
  readonly kind: InboxKind | null;
  /** Kinds that the page has lists of their own for. No address says it. */
  readonly without?: readonly InboxKind[];
  readonly tool: string | null;
  readonly agent: string | null;
  readonly level: AccessLevel | null;
  /** Waits at least so long. */
  readonly ageMinutes: number | null;
  readonly holder: "me" | "nobody" | null;
  /** Only what this person may answer and has not. */
  readonly myVote: boolean;
  readonly words: string;
}

export const NO_FILTER: InboxFilter = {
  tab: "pending",
  tier: null,
  show: null,
  kind: null,
  tool: null,
  agent: null,
  level: null,
  ageMinutes: null,
  holder: null,
  myVote: false,
  words: "",
};

const WORDS_MAX = 200;
const NAME_MAX = 100;

/** The names of the parameters, but for the tab's, which an agent's page has a use of its own for. */
const NAMES = {
  tier: "tier",
  show: "show",
  kind: "of",
  tool: "tool",
  agent: "agent",
  level: "level",
  age: "age",
  holder: "who",
  vote: "vote",
  words: "q",
} as const;
export const FILTER_NAMES: readonly string[] = Object.values(NAMES);

/** Reads an address. What it does not know means nothing: a mistyped filter shows more, and the page says what it filters by. */
export function parseInboxFilter(params: URLSearchParams, tabName = "tab"): InboxFilter {
  const word = <T extends string>(name: string, known: readonly T[]) =>
    known.find((candidate) => candidate === params.get(name)) ?? null;
  return {
    tab: word(tabName, INBOX_TABS) ?? "pending",
    tier: word(NAMES.tier, TIERS),
    show: word(NAMES.show, INBOX_SHOWS),
    kind: word(NAMES.kind, INBOX_KINDS),
    tool: text(params.get(NAMES.tool), NAME_MAX) || null,
    agent: text(params.get(NAMES.agent), NAME_MAX) || null,
    level: word(NAMES.level, ACCESS_LEVELS),
    ageMinutes: AGES_MINUTES.find((age) => String(age) === params.get(NAMES.age)) ?? null,
    holder: word(NAMES.holder, ["me", "nobody"]),
    myVote: params.get(NAMES.vote) === "mine",
    words: text(params.get(NAMES.words), WORDS_MAX),
  };
}

/** The same as a query, in one order whatever the address had: what is asked of the server, and what a saved view keeps. */
export function inboxQuery(filter: InboxFilter): string {
  const params = new URLSearchParams();
  const put = (name: string, value: string | null) => {
    if (value) params.set(name, value);
  };
  put("tab", filter.tab === "pending" ? null : filter.tab);
  put(NAMES.tier, filter.tier);
  put(NAMES.show, filter.show);
  put(NAMES.kind, filter.kind);
  put(NAMES.tool, filter.tool);
  put(NAMES.agent, filter.agent);
  put(NAMES.level, filter.level);
  put(NAMES.age, filter.ageMinutes === null ? null : String(filter.ageMinutes));
  put(NAMES.holder, filter.holder);
  put(NAMES.vote, filter.myVote ? "mine" : null);
  put(NAMES.words, filter.words);
  return params.toString();
}

/** No stored text holds a NUL, and the database takes no question with one. */
function text(value: string | null, most: number): string {
  return (value ?? "").replaceAll("\0", "").trim().slice(0, most).toWellFormed();
}
