import type { Execute } from "#lib/registry/tool.ts";
import { failure } from "../failures/failure.ts";
import { askServiceOrFail } from "../http-service/ask-service.ts";
import { member, textOf } from "../http-service/members.ts";
import type { input, output } from "./contract.ts";

export interface ChatSettings {
  readonly host: string;
  readonly channels: readonly string[];
}

export const execute: Execute<typeof input, typeof output, ChatSettings> = async (
  call,
  { settings, idempotencyKey },
) => {
  const name = (channel: string): string => channel.replace(/^#/, "");
  if (!settings.channels.map(name).includes(name(call.channel))) {
    throw failure("channel_refused", `${call.channel} is not on the installation's list.`);
  }
  const body = {
    channel: call.channel,
    // As written: nothing in it is a ping or a link with another face, and no link fetches what it leads to.
    text: call.text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
    ...{ parse: "none", link_names: false, unfurl_links: false, unfurl_media: false },
    ...(call.thread === undefined ? {} : { thread_ts: call.thread }),
    client_msg_id: idempotencyKey,
  };
  const answer = await askServiceOrFail({ host: settings.host, path: "/api/chat.postMessage", method: "POST", body });
  // It answers 200 to what it refuses.
  if (member(answer, "ok") !== true) {
    throw failure(
      "service_refused",
      `${settings.host} refused: ${textOf(member(answer, "error")) ?? "no reason given"}`,
    );
  }
  return { channel: textOf(member(answer, "channel")) ?? call.channel, timestamp: textOf(member(answer, "ts")) ?? "" };
};
