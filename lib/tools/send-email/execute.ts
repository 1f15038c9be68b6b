import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Execute } from "#lib/registry/tool.ts";
import { failure } from "../failures/failure.ts";
import { sendMail } from "../smtp/send-mail.ts";
import { isAllowed, type MailSettings } from "../smtp/settings.ts";
import { writeMessage } from "../smtp/write-message.ts";
import type { input, output } from "./contract.ts";

export const execute: Execute<typeof input, typeof output, MailSettings> = async (
  call,
  { settings, idempotencyKey },
) => {
  const outside = call.to.find((address) => !isAllowed(settings.recipients, address));
  if (outside !== undefined) throw failure("recipient_refused", `${outside} is not on the installation's list.`);
  const { host, port, security, from } = settings;
  const domain = from.split("@")[1] ?? "airlock.invalid";
  const messageId = `${createHash("sha256").update(idempotencyKey).digest("hex").slice(0, 32)}@${domain}`;
  const message = writeMessage({
    from,
    to: call.to,
    subject: call.subject,
    text: call.text,
    messageId,
    date: new Date(),
  });
  const ca = settings.ca ? await readFile("/run/secrets/email.ca", "utf8") : undefined;
  const login = await readFile("/run/secrets/email.login", "utf8");
  const accepted = await sendMail({
    host,
    port,
    security,
    login,
    from,
    to: call.to,
    message,
    ...(ca === undefined ? {} : { ca }),
  });
  return { messageId, accepted };
};
