import type { DueDelivery } from "../due-delivery.ts";
import { describeNews, listFacts } from "./describe-news.ts";
import { linkTo } from "./link-to.ts";

export interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** The same in every try, so that a mailbox can tell a repetition. */
  readonly messageId: string;
}

/** One plain address: no name, no list, nothing that could begin another header or another recipient. */
const ADDRESS = /^[^\s@<>(),;:\\"[\]\p{Cc}]{1,64}@[A-Za-z0-9.-]{1,189}$/u;

export function isMailAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/** Plain text, to plain addresses; those that are not are left out. */
export function buildMail(delivery: DueDelivery, dashboard: string): Mail {
  const to = delivery.audience === "target" ? [delivery.target] : delivery.recipients;
  const facts = listFacts(delivery).map(([label, value]) => `${label}: ${value}`);
  const text = [
    `${describeNews(delivery)}.`,
    ...(facts.length > 0 ? [facts.join("\n")] : []),
    linkTo(dashboard, delivery),
    "What is asked for is shown there, and decided there. Nothing in this message approves anything.",
  ];
  return {
    to: to.filter(isMailAddress),
    subject: oneLine(`[Airlock] ${describeNews(delivery)}`),
    text: `${text.join("\n\n")}\n`,
    messageId: `<${delivery.id}@${new URL(dashboard).hostname}>`,
  };
}

/** A line end in a subject would begin another header. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ");
}
