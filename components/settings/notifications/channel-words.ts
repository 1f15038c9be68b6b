import type { Audience, ChannelKind, News } from "#lib/notifications/vocabulary.ts";

export const KIND_WORDS: Record<ChannelKind, string> = {
  webhook: "Webhook, signed",
  slack: "Slack webhook",
  email: "Mail",
};

export const NEWS_WORDS: Record<News | "test", string> = {
  approval_required: "something waits",
  escalated: "escalated",
  decided: "decided",
  expired: "expired",
  unknown: "outcome unknown",
  test: "test",
};

export const AUDIENCE_WORDS: Record<Audience, string> = {
  target: "one address",
  owner: "the owner of the agent",
  assignee: "whoever it is assigned to",
  roster: "the escalation roster, up to the step",
};
