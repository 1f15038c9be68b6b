import { TIERS, type Tier } from "#lib/policy/vocabulary.ts";

export const CHANNEL_KINDS = ["webhook", "slack", "email"] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** To whom mail goes: one address, or people by their part in the question. */
export const AUDIENCES = ["target", "owner", "assignee", "roster"] as const;
export type Audience = (typeof AUDIENCES)[number];

/** What a channel can be told of; a test is told to any. */
export const NEWS = ["approval_required", "escalated", "decided", "expired", "unknown"] as const;
export type News = (typeof NEWS)[number];

export const DELIVERY_STATES = ["waiting", "sent", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Tries before a delivery is given up; the database counts (agents.fn_record_delivery). */
export const MOST_ATTEMPTS = 8;

/** The number that the database keeps for the lowest tier a channel is told of. */
export function rankOf(tier: Tier): number {
  return TIERS.indexOf(tier) + 1;
}
