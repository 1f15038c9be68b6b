import type { DueDelivery } from "../due-delivery.ts";
import { describeNews } from "./describe-news.ts";
import { linkTo } from "./link-to.ts";

/** The body of a webhook. The id is the same in every try, so that a receiver can tell a repetition from news. */
export function buildWebhook(delivery: DueDelivery, dashboard: string): string {
  const { id, news, subjectKind, subjectId, facts } = delivery;
  const { required, ...told } = facts;
  return JSON.stringify({
    version: 1,
    id,
    news,
    text: describeNews(delivery),
    subject: subjectId === null ? null : { kind: subjectKind, id: subjectId },
    ...told,
    ...(required === undefined ? {} : { requiredApprovals: required }),
    link: linkTo(dashboard, delivery),
  });
}
