import { describe, expect, test } from "vitest";
import { type DueDelivery, dueDeliverySchema } from "../due-delivery.ts";
import { NEWS } from "../vocabulary.ts";
import { buildMail, isMailAddress } from "./build-mail.ts";
import { buildSlack, escapeForSlack } from "./build-slack.ts";
import { buildWebhook } from "./build-webhook.ts";
import { describeNews } from "./describe-news.ts";
import { linkTo } from "./link-to.ts";

const SUBJECT = "0198a5b0-0000-7000-8000-000000000001";
const DASHBOARD = "https://airlock.example.com";

function deliveryOf(changes: Partial<DueDelivery> = {}): DueDelivery {
  return {
    id: "0198a5b0-0000-7000-8000-0000000000d1",
    channel: "0198a5b0-0000-7000-8000-0000000000c1",
    kind: "webhook",
    target: "hooks.example.com",
    audience: "target",
    sealed: null,
    sealedTo: null,
    news: "approval_required",
    subjectKind: "invocation",
    subjectId: SUBJECT,
    facts: {
      tool: "git_push",
      agent: "deployer-2",
      tier: "dual",
      required: 2,
      askedAt: "2026-11-16T10:00:00.000Z",
      endsAt: "2026-11-16T10:30:00.000Z",
      at: "2026-11-16T10:00:00.000Z",
    },
    recipients: [],
    attempt: 1,
    ...changes,
  };
}

test("a webhook's body has a version, the delivery's id, the facts and a link", () => {
  expect(JSON.parse(buildWebhook(deliveryOf(), DASHBOARD))).toEqual({
    version: 1,
    id: "0198a5b0-0000-7000-8000-0000000000d1",
    news: "approval_required",
    text: "A call of git_push by deployer-2 waits for two people",
    subject: { kind: "invocation", id: SUBJECT },
    tool: "git_push",
    agent: "deployer-2",
    tier: "dual",
    requiredApprovals: 2,
    askedAt: "2026-11-16T10:00:00.000Z",
    endsAt: "2026-11-16T10:30:00.000Z",
    at: "2026-11-16T10:00:00.000Z",
    link: `${DASHBOARD}/approvals?id=${SUBJECT}`,
  });
});

describe("a message for Slack", () => {
  test("is text alone: no blocks, no buttons, and one link that we wrote", () => {
    const message = JSON.parse(buildSlack(deliveryOf({ kind: "slack" }), DASHBOARD)) as Record<string, unknown>;
    expect(Object.keys(message)).toEqual(["text", "unfurl_links", "unfurl_media"]);
    expect(message.text).toContain(`<${DASHBOARD}/approvals?id=${SUBJECT}|Open in Airlock>`);
    expect(String(message.text).match(/</g)).toHaveLength(1);
  });

  test("cannot mention everybody or link elsewhere", () => {
    expect(escapeForSlack("<!channel> <https://x|y> &amp;")).toBe("&lt;!channel&gt; &lt;https://x|y&gt; &amp;amp;");
  });
});

describe("a mail", () => {
  test("says the facts in plain text and carries the same id in every try", () => {
    const mail = buildMail(deliveryOf({ kind: "email", target: "ops@example.com" }), DASHBOARD);
    expect(mail).toMatchObject({
      to: ["ops@example.com"],
      subject: "[Airlock] A call of git_push by deployer-2 waits for two people",
      messageId: "<0198a5b0-0000-7000-8000-0000000000d1@airlock.example.com>",
    });
    expect(mail.text).toContain("Ends: 2026-11-16T10:30:00.000Z");
  });

  test("goes to none but plain addresses: nothing begins a header or adds a recipient", () => {
    const hostile = [
      "a@x.test\r\nBcc: b@x.test",
      "a@x.test, b@x.test",
      "A <a@x.test>",
      "a@x.test\n",
      "@x.test",
      "a b@x.test",
      "a@x\u0000.test",
    ];
    expect(hostile.filter(isMailAddress)).toEqual([]);
    const mail = buildMail(
      deliveryOf({ kind: "email", audience: "owner", recipients: [...hostile, "me@x.test"] }),
      DASHBOARD,
    );
    expect(mail.to).toEqual(["me@x.test"]);
  });
});

test("every kind of news about every kind of subject is a sentence with a link into the dashboard", () => {
  const kinds = ["invocation", "tool_version", "trust_change", "team_run", "action"] as const;
  for (const news of NEWS) {
    for (const subjectKind of kinds) {
      const delivery = deliveryOf({ news, subjectKind });
      expect(describeNews(delivery)).toMatch(/^[A-Z][\w ,:-]+$/);
      expect(linkTo(DASHBOARD, delivery)).toMatch(/^https:\/\/airlock\.example\.com\/(approvals\?id=|invocations\/)/);
    }
  }
});

test("a lost call's link names what it is in the inbox, an ended one's goes to its page, that of many to the list", () => {
  expect(linkTo(DASHBOARD, deliveryOf({ news: "unknown" }))).toBe(`${DASHBOARD}/approvals?id=${SUBJECT}&kind=unknown`);
  expect(linkTo(DASHBOARD, deliveryOf({ news: "expired" }))).toBe(`${DASHBOARD}/invocations/${SUBJECT}`);
  const many = deliveryOf({
    news: "decided",
    facts: { at: "2026-11-16T10:00:00.000Z", agent: "scribe", count: 12, decision: "rejected" },
  });
  expect(linkTo(DASHBOARD, many)).toBe(`${DASHBOARD}/approvals`);
  expect(describeNews(many)).toBe("12 calls by scribe were rejected");
});

test("a fact that is no plain name is no delivery that can be read", () => {
  const facts = { ...deliveryOf().facts, tool: "<!channel>" };
  expect(dueDeliverySchema.safeParse(deliveryOf()).success).toBe(true);
  expect(dueDeliverySchema.safeParse({ ...deliveryOf(), facts }).success).toBe(false);
});
