import type { DueDelivery } from "../due-delivery.ts";
import { describeNews, listFacts } from "./describe-news.ts";
import { linkTo } from "./link-to.ts";

/** The three characters that mean something to Slack: with them escaped nothing can be a link, a mention or a call to everybody. */
export function escapeForSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/**
 * A message for Slack, and for whatever else takes its incoming webhooks: text alone. No blocks and so no buttons: a yes in a
 * chat would be the chat's word for who it was, without a proof of presence and without the arguments in sight.
 */
export function buildSlack(delivery: DueDelivery, dashboard: string): string {
  const facts = listFacts(delivery).map(([label, value]) => `${label}: ${value}`);
  const lines = [describeNews(delivery), facts.join(" · ")].filter((line) => line !== "").map(escapeForSlack);
  const link = `<${escapeForSlack(linkTo(dashboard, delivery))}|Open in Airlock>`;
  return JSON.stringify({ text: [...lines, link].join("\n"), unfurl_links: false, unfurl_media: false });
}
